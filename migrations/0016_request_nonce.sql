-- +goose Up
-- Nonces of requests that were signed by themselves, each used once. A row stays
-- a while behind the request's expiry, in case the clocks of servers differ.
create table request_nonce (
    address    bytea not null check (octet_length(address) = 20),
    nonce      bytea not null check (octet_length(nonce) = 32),
    expires_at bigint not null, -- Unix milliseconds
    primary key (address, nonce)
);
create index request_nonce_live on request_nonce (address, expires_at);
create index request_nonce_expiry on request_nonce (expires_at);
