-- +goose Up
-- How much of a limit a source of calls has used up, across restarts and processes:
-- one row, whatever the number of calls. A source is a keyed digest of a network.
create table allowance (
    policy text collate "C" not null,
    source bytea not null check (octet_length(source) = 32),
    tat    bigint not null, -- Unix microseconds: when all is left again
    primary key (policy, source)
);
create index allowance_spent on allowance (tat);
