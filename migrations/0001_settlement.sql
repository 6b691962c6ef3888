-- +goose Up
-- There is no way down: it would drop the journal.
create extension if not exists btree_gist;

-- The journal: the only input of the fold (R26). body holds the exact bytes
-- that were hashed.
create table journal (
    seq  bigint primary key check (seq > 0),
    prev bytea not null check (octet_length(prev) = 32),
    kind text not null check (kind <> ''),
    at   bigint not null,
    body bytea not null,
    hash bytea not null check (octet_length(hash) = 32)
);

-- +goose StatementBegin
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% on %: it is append-only', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
-- +goose StatementEnd

create trigger journal_append_only before update or delete or truncate on journal
    for each statement execute function refuse_change();

-- Its newest entry. Whoever writes locks this row first, so the order of the
-- journal is the order of commits.
create table journal_head (
    one  boolean primary key default true check (one),
    seq  bigint not null,
    hash bytea not null check (octet_length(hash) = 32)
) with (fillfactor = 20);
insert into journal_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The chain that this database belongs to; empty until the first start.
create table chain (
    one      boolean primary key default true check (one),
    chain_id numeric(20, 0) not null check (chain_id > 0),
    genesis  bytea not null check (octet_length(genesis) = 32)
);

-- Who leads. The epoch is unique so that it is a key column: a leader's
-- transaction holds FOR KEY SHARE, which stops a takeover (it changes the
-- epoch) but not a renewal (it does not).
create table lease (
    one        boolean primary key default true check (one),
    holder     text not null default '',
    epoch      bigint not null default 0 unique,
    expires_at timestamptz not null default '-infinity'
) with (fillfactor = 20);
insert into lease default values;

-- The newest block that was applied. Its row is also the lock of the tip.
create table cursor (
    one    boolean primary key default true check (one),
    number bigint check (number >= 0),
    hash   bytea check (octet_length(hash) = 32),
    check ((number is null) = (hash is null))
) with (fillfactor = 20);
insert into cursor default values;

create table block (
    hash      bytea primary key check (octet_length(hash) = 32),
    number    bigint not null check (number >= 0),
    parent    bytea not null check (octet_length(parent) = 32),
    ts        bigint not null,
    seen      bigint not null,
    source    text not null,
    canonical boolean not null
);
create unique index block_canonical on block (number) where canonical;

create table block_log (
    block_hash bytea not null references block (hash),
    log_index  bigint not null check (log_index between 0 and 4294967295),
    number     bigint not null,
    tx_hash    bytea not null check (octet_length(tx_hash) = 32),
    tx_index   bigint not null check (tx_index between 0 and 4294967295),
    emitter    bytea not null check (octet_length(emitter) = 20),
    kind       smallint not null check (kind between 1 and 255),
    sender     bytea not null check (octet_length(sender) = 20),
    receiver   bytea not null check (octet_length(receiver) = 20),
    value      numeric(78, 0) not null check (value >= 0),
    ref        bytea check (octet_length(ref) = 32),
    primary key (block_hash, log_index)
);
create index block_log_tx on block_log (tx_hash);
create index block_log_number on block_log (number);

-- Derived rows: what the fold makes of the journal. body is the row as JSON;
-- the columns are computed from it, so they cannot disagree. Columns that are
-- not generated are said to be filled by the store.

create table settings (
    key  text collate "C" primary key check (key = 'settings'),
    body jsonb not null
);

create table agent (
    key        text collate "C" primary key,
    body       jsonb not null,
    key_hash   bytea generated always as (decode(substr(body ->> 'key_hash', 3), 'hex')) stored check (octet_length(key_hash) = 32),
    created_at bigint generated always as ((body ->> 'created_at')::bigint) stored not null,
    check (key = body ->> 'id')
);
create unique index agent_key_hash on agent (key_hash);
create index agent_created on agent (created_at);

create table address (
    key   text collate "C" primary key check (key ~ '^0x[0-9a-f]{40}$'),
    body  jsonb not null,
    agent text collate "C" generated always as (coalesce(body ->> 'agent', '')) stored not null,
    check (key = body ->> 'address')
);
create index address_agent on address (agent);

create table mission (
    key        text collate "C" primary key,
    body       jsonb not null,
    search     text not null, -- filled by the store: settle.SearchText
    poster     text collate "C" generated always as (body ->> 'poster') stored not null,
    category   text collate "C" generated always as (body ->> 'category') stored not null,
    status     text generated always as (body ->> 'status') stored not null,
    mode       text generated always as (body ->> 'mode') stored,
    on_chain   bytea generated always as (decode(substr(body ->> 'on_chain', 3), 'hex')) stored check (octet_length(on_chain) = 32),
    deadline   bigint generated always as ((body ->> 'deadline')::bigint) stored not null,
    created_at bigint generated always as ((body ->> 'created_at')::bigint) stored not null,
    closed_at  bigint generated always as ((body ->> 'closed_at')::bigint) stored,
    reward     numeric(78, 0) generated always as ((body ->> 'reward')::numeric) stored not null check (reward >= 0),
    check (key = body ->> 'id'),
    constraint mission_status_known check (status in ('unfunded', 'open', 'awarded', 'cancelled', 'expired', 'removed')),
    constraint mission_closed_at check ((status in ('unfunded', 'open')) = (closed_at is null)),
    constraint mission_on_chain check ((mode is not distinct from 'escrow') = (on_chain is not null)),
    constraint mission_unfunded_in_escrow check (status <> 'unfunded' or on_chain is not null)
);
create unique index mission_on_chain_once on mission (on_chain);
create index mission_poster on mission (poster);
create index mission_newest on mission (created_at desc, key desc);
create index mission_due on mission (deadline) where status = 'open' and mode is distinct from 'escrow';

create table submission (
    key         text collate "C" primary key,
    body        jsonb not null,
    mission     text collate "C" generated always as (body ->> 'mission') stored not null references mission (key),
    agent       text collate "C" generated always as (body ->> 'agent') stored not null,
    status      text generated always as (body ->> 'status') stored not null,
    decided_at  bigint generated always as ((body ->> 'decided_at')::bigint) stored,
    released_at bigint generated always as ((body ->> 'released_at')::bigint) stored,
    check (key = body ->> 'id'),
    constraint submission_status_known check (status in ('awaiting_chain', 'pending', 'accepted', 'accepted_late', 'rejected', 'closed')),
    constraint submission_decided_at check ((status in ('awaiting_chain', 'pending')) = (decided_at is null)),
    constraint submission_released_if_paid check ((status in ('accepted', 'accepted_late')) = (released_at is not null))
);
create index submission_mission on submission (mission);
create index submission_agent on submission (agent);

create table instruction (
    key            text collate "C" primary key,
    body           jsonb not null,
    digest         bytea generated always as (decode(substr(body ->> 'digest', 3), 'hex')) stored not null check (octet_length(digest) = 32),
    mission        text collate "C" generated always as (body ->> 'mission') stored not null references mission (key),
    submission     text collate "C" generated always as (body ->> 'submission') stored not null references submission (key),
    poster         text collate "C" generated always as (body ->> 'poster') stored not null,
    seq            bigint generated always as ((body ->> 'seq')::bigint) stored not null,
    status         text generated always as (body ->> 'status') stored not null,
    covered        boolean generated always as (coalesce((body ->> 'covered')::boolean, false)) stored not null,
    deposit        bytea generated always as (decode(substr(body ->> 'deposit', 3), 'hex')) stored check (octet_length(deposit) = 20),
    reserved_until bigint generated always as ((body ->> 'reserved_until')::bigint) stored,
    settled_at     bigint generated always as ((body ->> 'settled_at')::bigint) stored,
    total          numeric(78, 0) generated always as ((body ->> 'total')::numeric) stored not null check (total >= 0),
    check (key = body ->> 'id'),
    constraint instruction_status_known check (status in ('open', 'settled', 'reverted', 'held', 'withheld', 'superseded')),
    constraint instruction_reserved_while_open check (reserved_until is null or status = 'open'),
    constraint instruction_settled_at check ((status in ('settled', 'reverted')) = (settled_at is not null)),
    constraint instruction_settled_if_covered check (status <> 'settled' or covered)
);
create unique index instruction_digest on instruction (digest);
create unique index instruction_deposit on instruction (deposit) where deposit is not null;
create index instruction_mission on instruction (mission);
create index instruction_submission on instruction (submission);
create index instruction_poster_unsettled on instruction (poster) where status in ('open', 'reverted', 'held');
create index instruction_poster_reverted on instruction (poster) where status = 'reverted';
create index instruction_due on instruction (reserved_until) where status = 'open' and reserved_until is not null;
create index instruction_covered on instruction (key) where covered and status in ('open', 'reverted');

-- The addresses of the legs of unsettled instructions, kept by the store
-- (settle.Watched): whether an address is watched costs one probe.
create table watch (
    address     bytea not null check (octet_length(address) = 20),
    instruction text collate "C" not null references instruction (key),
    primary key (address, instruction)
);
create index watch_instruction on watch (instruction);

-- In whose lists an instruction stands, kept by the store (settle.Parties).
create table party (
    agent       text collate "C" not null,
    seq         bigint not null,
    instruction text collate "C" not null references instruction (key),
    primary key (agent, seq, instruction)
);

create table tag (
    key         text collate "C" primary key check (key ~ '^0x[0-9a-f]{64}$'),
    body        jsonb not null,
    ref         bytea generated always as (decode(substr(body ->> 'ref', 3), 'hex')) stored not null unique check (octet_length(ref) = 32),
    instruction text collate "C" generated always as (body ->> 'instruction') stored not null references instruction (key),
    leg         int generated always as ((body ->> 'leg')::int) stored not null check (leg >= -1),
    check (key = body ->> 'ref')
);

create table payer (
    key     text collate "C" primary key,
    body    jsonb not null,
    address bytea generated always as (decode(substr(body ->> 'address', 3), 'hex')) stored not null check (octet_length(address) = 20),
    poster  text collate "C" generated always as (body ->> 'poster') stored not null,
    check (key = (body ->> 'address') || '/' || coalesce(body ->> 'instruction', ''))
);
create index payer_address on payer (address);
create index payer_poster on payer (poster);

-- live is false once a reorg removed the block.
create table transfer (
    key          text collate "C" primary key,
    body         jsonb not null,
    block_number bigint generated always as ((body -> 'block' ->> 'number')::bigint) stored not null check (block_number >= 0),
    block_hash   bytea generated always as (decode(substr(body -> 'block' ->> 'hash', 3), 'hex')) stored not null check (octet_length(block_hash) = 32),
    log_index    bigint generated always as ((body ->> 'log_index')::bigint) stored not null check (log_index between 0 and 4294967295),
    tx_hash      bytea generated always as (decode(substr(body ->> 'tx_hash', 3), 'hex')) stored not null check (octet_length(tx_hash) = 32),
    sender       bytea generated always as (decode(substr(body ->> 'from', 3), 'hex')) stored not null check (octet_length(sender) = 20),
    receiver     bytea generated always as (decode(substr(body ->> 'to', 3), 'hex')) stored not null check (octet_length(receiver) = 20),
    value        numeric(78, 0) generated always as ((body ->> 'value')::numeric) stored not null check (value >= 0),
    counted      numeric(78, 0) generated always as ((body ->> 'counted')::numeric) stored not null check (counted >= 0),
    instruction  text collate "C" generated always as (coalesce(body ->> 'instruction', '')) stored not null,
    live         boolean generated always as (not coalesce((body ->> 'void')::boolean, false)) stored not null,
    check (counted <= value),
    check (key = lpad(body -> 'block' ->> 'number', greatest(16, length(body -> 'block' ->> 'number')), '0')
        || '/' || (body -> 'block' ->> 'hash')
        || '/' || lpad(body ->> 'log_index', greatest(8, length(body ->> 'log_index')), '0')),
    unique (block_hash, log_index),
    unique (block_hash, log_index, value),
    unique (block_hash, log_index, live)
);
create index transfer_sender on transfer (sender);
create index transfer_receiver on transfer (receiver, key);
create index transfer_tx on transfer (tx_hash);
create index transfer_instruction on transfer (instruction);

-- R20, the ledger. units is a half-open range of one transfer. Those that count
-- (void_at is null) never overlap, never pass the transfer's value, and never
-- lie on a transfer that a reorg removed. Checked at the end of the
-- transaction, since one may void and give again.
create table allocation (
    key         text collate "C" primary key,
    body        jsonb not null,
    value       numeric(78, 0) not null, -- filled by the store: the transfer's, which the foreign key proves
    transfer    text collate "C" generated always as (body ->> 'transfer') stored not null,
    block_hash  bytea generated always as (decode(substr(body ->> 'block_hash', 3), 'hex')) stored not null check (octet_length(block_hash) = 32),
    log_index   bigint generated always as ((body ->> 'log_index')::bigint) stored not null,
    units       numrange generated always as (numrange((body ->> 'lo')::numeric, (body ->> 'hi')::numeric)) stored not null,
    instruction text collate "C" generated always as (body ->> 'instruction') stored not null references instruction (key),
    leg         int generated always as ((body ->> 'leg')::int) stored not null check (leg >= 0),
    void_at     bigint generated always as ((body ->> 'void_at')::bigint) stored,
    live        boolean generated always as (case when body ->> 'void_at' is null then true end) stored,
    check (key = (body ->> 'transfer') || '/' || lpad(body ->> 'seq', greatest(6, length(body ->> 'seq')), '0')),
    check (right(body ->> 'transfer', 75) = (body ->> 'block_hash') || '/' || lpad(body ->> 'log_index', 8, '0')),
    constraint allocation_units check (not isempty(units) and lower(units) >= 0 and upper(units) <= value
        and lower(units) = trunc(lower(units)) and upper(units) = trunc(upper(units))),
    constraint allocation_value foreign key (block_hash, log_index, value)
        references transfer (block_hash, log_index, value) deferrable initially deferred,
    constraint allocation_live foreign key (block_hash, log_index, live)
        references transfer (block_hash, log_index, live) deferrable initially deferred,
    constraint allocation_once exclude using gist (block_hash with =, log_index with =, units with &&)
        where (void_at is null) deferrable initially deferred
);
create index allocation_transfer on allocation (transfer);
create index allocation_instruction on allocation (instruction);

create table incident (
    key        text collate "C" primary key,
    body       jsonb not null,
    kind       text generated always as (body ->> 'kind') stored not null,
    cleared_at bigint generated always as ((body ->> 'cleared_at')::bigint) stored,
    constraint incident_kind_known check (kind in ('reverted_payment', 'orphan_payment', 'halt', 'chain_gap')),
    check (key = lpad(body ->> 'seq', greatest(12, length(body ->> 'seq')), '0') || '/' || (body ->> 'kind') || '/' || coalesce(body ->> 'instruction', ''))
);
create index incident_open on incident (key) where cleared_at is null;

-- Awards of the escrow that reached the confirmation depth, and what was made
-- of them.
create table escrow_award (
    key         text collate "C" primary key,
    body        jsonb not null,
    mission     text collate "C" generated always as (body ->> 'mission') stored not null references mission (key),
    submission  text collate "C" generated always as (body ->> 'submission') stored references submission (key),
    poster      text collate "C" generated always as (coalesce(body ->> 'poster', '')) stored not null,
    on_chain    bytea generated always as (decode(substr(body ->> 'on_chain', 3), 'hex')) stored not null check (octet_length(on_chain) = 32),
    status      text generated always as (body ->> 'status') stored not null,
    replaced    boolean generated always as (coalesce((body ->> 'replaced')::boolean, false)) stored not null,
    settled_at  bigint generated always as ((body ->> 'settled_at')::bigint) stored,
    settlements int generated always as (coalesce((body ->> 'settlements')::int, 0)) stored not null,
    constraint escrow_award_status_known check (status in ('confirmed', 'settled', 'reverted')),
    constraint escrow_award_settled check (status = 'confirmed' or settled_at is not null and settlements > 0),
    check (key = (body ->> 'on_chain') || '/' || lpad(body ->> 'tranche', greatest(3, length(body ->> 'tranche')), '0')
        || '/' || (body -> 'final' ->> 'agent') || '/' || (body -> 'final' ->> 'submission_hash'))
);
create index escrow_award_on_chain on escrow_award (on_chain);
create index escrow_award_submission on escrow_award (submission) where submission is not null;
create index escrow_award_due on escrow_award (key) where status = 'confirmed';
create index escrow_award_reverted on escrow_award (poster) where status = 'reverted' and not replaced;

-- What the mirror rows were before a block (settle.ChainUndo).
create table chain_undo (
    key    text collate "C" primary key,
    body   jsonb not null,
    number bigint generated always as ((body -> 'block' ->> 'number')::bigint) stored not null check (number >= 0),
    check (key = lpad(body -> 'block' ->> 'number', greatest(16, length(body -> 'block' ->> 'number')), '0') || '/' || (body -> 'block' ->> 'hash'))
);
create index chain_undo_number on chain_undo (number);

-- Mirrors of contracts' storage, folded from their events. What a contract says
-- is kept whatever it says (a contradiction is an incident), so there is no
-- CHECK on it but for the form.

create table escrow_mission (
    key      text collate "C" primary key check (key = body ->> 'hash' and key ~ '^0x[0-9a-f]{64}$'),
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    poster   bytea generated always as (decode(substr(body -> 'terms' ->> 'poster', 3), 'hex')) stored not null check (octet_length(poster) = 20),
    status   smallint generated always as ((body ->> 'status')::smallint) stored not null check (status between 1 and 5),
    held     numeric(78, 0) generated always as ((body ->> 'held')::numeric) stored not null check (held >= 0),
    pending  numeric(78, 0) generated always as ((body ->> 'pending')::numeric) stored not null check (pending >= 0)
);
create index escrow_mission_contract on escrow_mission (contract);
create index escrow_mission_poster on escrow_mission (poster);

create table escrow_entry (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    mission  bytea generated always as (decode(substr(body ->> 'mission', 3), 'hex')) stored not null check (octet_length(mission) = 32),
    check (key = (body ->> 'mission') || '/' || (body ->> 'agent') || '/' || lpad(body ->> 'tranche', greatest(3, length(body ->> 'tranche')), '0'))
);
create index escrow_entry_contract on escrow_entry (contract);
create index escrow_entry_mission on escrow_entry (mission);

create table escrow_commitment (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    mission  bytea generated always as (decode(substr(body ->> 'mission', 3), 'hex')) stored not null check (octet_length(mission) = 32),
    check (key = (body ->> 'mission') || '/' || (body ->> 'agent'))
);
create index escrow_commitment_contract on escrow_commitment (contract);
create index escrow_commitment_mission on escrow_commitment (mission);

create table escrow_credit (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    amount   numeric(78, 0) generated always as ((body ->> 'amount')::numeric) stored not null check (amount > 0),
    check (key = (body ->> 'contract') || '/' || (body ->> 'owner'))
);
create index escrow_credit_contract on escrow_credit (contract);

create table escrow_book (
    key      text collate "C" primary key check (key = body ->> 'contract'),
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null unique check (octet_length(contract) = 20)
);

create table vote_voter (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    check (key = (body ->> 'contract') || '/' || (body ->> 'voter'))
);
create index vote_voter_contract on vote_voter (contract);

create table vote_poll (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    mission  bytea generated always as (decode(substr(body ->> 'mission', 3), 'hex')) stored not null check (octet_length(mission) = 32),
    check (key = (body ->> 'contract') || '/' || (body ->> 'mission') || '/' || lpad(body ->> 'poll', greatest(3, length(body ->> 'poll')), '0'))
);
create index vote_poll_contract on vote_poll (contract);
create index vote_poll_mission on vote_poll (mission);

create table vote_choice (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    poll     text collate "C" generated always as ((body ->> 'contract') || '/' || (body ->> 'mission') || '/' || lpad(body ->> 'poll', greatest(3, length(body ->> 'poll')), '0')) stored not null,
    check (key = poll || '/' || (body ->> 'choice'))
);
create index vote_choice_contract on vote_choice (contract);
create index vote_choice_poll on vote_choice (poll);

create table vote_ballot (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    poll     text collate "C" generated always as ((body ->> 'contract') || '/' || (body ->> 'mission') || '/' || lpad(body ->> 'poll', greatest(3, length(body ->> 'poll')), '0')) stored not null,
    check (key = poll || '/' || (body ->> 'voter'))
);
create index vote_ballot_contract on vote_ballot (contract);
create index vote_ballot_poll on vote_ballot (poll);

create table vote_book (
    key      text collate "C" primary key check (key = body ->> 'contract'),
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null unique check (octet_length(contract) = 20)
);

create table chain_agent (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    check (key = (body ->> 'contract') || '/' || (body ->> 'agent'))
);
create index chain_agent_contract on chain_agent (contract);

create table oracle (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    check (key = (body ->> 'contract') || '/' || (body ->> 'oracle'))
);
create index oracle_contract on oracle (contract);

create table oracle_list (
    key      text collate "C" primary key check (key = body ->> 'contract'),
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null unique check (octet_length(contract) = 20)
);

create table attesters (
    key      text collate "C" primary key check (key = body ->> 'contract'),
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null unique check (octet_length(contract) = 20)
);

create table exported (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    check (key = (body ->> 'contract') || '/' || (body ->> 'mission'))
);
create index exported_contract on exported (contract);

create table anchor (
    key      text collate "C" primary key,
    body     jsonb not null,
    contract bytea generated always as (decode(substr(body ->> 'contract', 3), 'hex')) stored not null check (octet_length(contract) = 20),
    check (key = (body ->> 'contract') || '/' || lpad(body ->> 'number', 20, '0'))
);
create index anchor_contract on anchor (contract);

-- Beside the journal: secrets, ciphertext, sessions, receipts.

create table envelope (
    submission text collate "C" primary key,
    ciphertext bytea not null
);
alter table envelope alter column ciphertext set storage external;

create table nonce (
    hash       bytea primary key check (octet_length(hash) = 32), -- SHA-256 of the nonce
    expires_at bigint not null
);
create index nonce_expiry on nonce (expires_at);

create table session (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    agent      text collate "C" not null,
    address    bytea not null check (octet_length(address) = 20),
    expires_at bigint not null
);
create index session_agent on session (agent);
create index session_expiry on session (expires_at);

create table receipt (
    digest      bytea primary key check (octet_length(digest) = 32),
    n           bigint generated always as identity,
    submission  text collate "C" not null,
    instruction text collate "C" not null,
    body        bytea not null, -- the exact bytes that were signed
    at          bigint not null,
    disputed    boolean not null default false
);
create index receipt_submission on receipt (submission, n);
create index receipt_instruction on receipt (instruction);

-- Answers to requests that carried an Idempotency-Key. status is null while
-- the first request runs.
create table idempotency (
    principal   text collate "C" not null,
    key         text collate "C" not null check (length(key) between 1 and 255),
    method      text collate "C" not null,
    path        text collate "C" not null,
    body_sha256 bytea not null check (octet_length(body_sha256) = 32),
    status      int,
    media_type  text,
    secret      boolean not null default false,
    body        bytea,
    locked_at   timestamptz not null,
    created_at  timestamptz not null,
    primary key (principal, key, method, path),
    check ((status is null) = (media_type is null)),
    check (body is null or (status is not null and not secret))
);
create index idempotency_age on idempotency (created_at);
