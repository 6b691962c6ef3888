-- +goose Up
-- Transfers that nobody misses: recorded, judged, claimed by nobody. A row is
-- narrow, has no JSON and few indexes, so that a loaded chain is stored as fast as
-- it is read. What it says is all of settle.Transfer: whose units count in full,
-- untagged, from its sender, alone at its receiver in its transaction. Once
-- something happens to one (an allocation, a reorganization) the store moves it to
-- transfer; nothing here can be allocated, since an allocation refers to that.
create table plain_transfer (
    block_number bigint not null check (block_number between 0 and 9999999999999999),
    block_hash   bytea not null check (octet_length(block_hash) = 32),
    block_time   bigint not null,
    log_index    int not null check (log_index between 0 and 99999999),
    tx_index     bigint not null check (tx_index between 0 and 4294967295),
    tx_hash      bytea not null check (octet_length(tx_hash) = 32),
    sender       bytea not null check (octet_length(sender) = 20),
    receiver     bytea not null check (octet_length(receiver) = 20),
    value        numeric(78, 0) not null check (value > 0),
    primary key (block_number, block_hash, log_index)
);
create index plain_transfer_sender on plain_transfer (sender);
create index plain_transfer_receiver on plain_transfer (receiver, block_number);
create index plain_transfer_tx on plain_transfer (tx_hash);

create function transfer_key(number bigint, hash bytea, log_index bigint) returns text language sql immutable as $$
    select lpad(number::text, 16, '0') || '/0x' || encode(hash, 'hex') || '/' || lpad(log_index::text, greatest(8, length(log_index::text)), '0')
$$;

-- A plain row as transfer would have it.
create function plain_body(t plain_transfer) returns jsonb language sql stable as $$
    select jsonb_build_object('block', jsonb_build_object('number', t.block_number, 'hash', '0x' || encode(t.block_hash, 'hex')),
        'block_time', t.block_time, 'log_index', t.log_index, 'tx_hash', '0x' || encode(t.tx_hash, 'hex'), 'tx_index', t.tx_index,
        'from', '0x' || encode(t.sender, 'hex'), 'to', '0x' || encode(t.receiver, 'hex'), 'value', t.value::text, 'counted', t.value::text,
        'sender', '0x' || encode(t.sender, 'hex'),
        'flows', jsonb_build_array(jsonb_build_object('address', '0x' || encode(t.receiver, 'hex'), 'in', t.value::text, 'out', '0')))
$$;

-- All transfers, wherever they lie.
create view recorded_transfer (key, body, block_number, block_hash, log_index, tx_hash, sender, receiver, value, counted, instruction, live) as
    select key, body, block_number, block_hash, log_index, tx_hash, sender, receiver, value, counted, instruction, live from transfer
    union all
    select transfer_key(block_number, block_hash, log_index) collate "C", plain_body(p), block_number, block_hash, log_index::bigint, tx_hash,
        sender, receiver, value, value, '' collate "C", true from plain_transfer p;

-- Facts of many transfers are large: compressing them by pglz takes longer than
-- all else that storing them does.
-- +goose StatementBegin
do $$
begin
    alter table journal alter column body set compression lz4;
exception when feature_not_supported then
    raise notice 'this server was built without lz4: the journal is compressed by pglz';
end
$$;
-- +goose StatementEnd
