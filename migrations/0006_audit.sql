-- +goose Up
-- Which facts say that a block was applied or un-applied: an index of the
-- journal, filled by the store, for the audit of old blocks.
create table block_fact (
    block_hash bytea not null check (octet_length(block_hash) = 32),
    seq        bigint not null references journal (seq),
    primary key (block_hash, seq)
);
insert into block_fact (block_hash, seq)
    select decode(substr(convert_from(body, 'UTF8')::jsonb -> 'block' ->> 'hash', 3), 'hex'), seq
    from journal where kind in ('block_applied', 'block_unapplied');

-- Up to where the audit came. note says why it does not go on; empty if it does.
create table audit (
    one    boolean primary key default true check (one),
    number bigint not null check (number >= 0),
    hash   bytea not null check (octet_length(hash) = 32),
    source text not null,
    at     timestamptz not null, -- of the newest round that met nothing in its way
    note   text not null
);

alter table incident
    drop constraint incident_kind_known,
    add constraint incident_kind_known check (kind in ('reverted_payment', 'orphan_payment', 'halt', 'chain_difference', 'chain_gap'));
