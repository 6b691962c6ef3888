-- +goose Up
-- How people sign in: what a provider calls a person, encrypted, and found by a keyed
-- digest. It is personal data, so it lies beside the journal and can be erased.
create table identity (
    provider   text not null check (provider ~ '^[a-z][a-z0-9_-]{0,31}$'),
    digest     bytea not null check (octet_length(digest) = 32),
    ciphertext bytea not null check (octet_length(ciphertext) > 0),
    agent      text not null,
    linked_at  bigint not null, -- Unix milliseconds
    primary key (provider, digest)
);
create index identity_agent on identity (agent);
