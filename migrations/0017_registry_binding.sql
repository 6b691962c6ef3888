-- +goose Up
-- What registries attested of their tokens, each by its hash, until it expires.
create table registry_binding (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    registry   text not null,
    address    bytea not null check (octet_length(address) = 20),
    issued_at  bigint not null, -- Unix milliseconds, like the next
    expires_at bigint not null
);
create index registry_binding_expiry on registry_binding (expires_at);
