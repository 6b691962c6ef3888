-- +goose Up
-- The keys of agents, by hash: several each, with their ends.
create table api_key (
    key   text collate "C" primary key,
    body  jsonb not null,
    agent text collate "C" generated always as (body ->> 'agent') stored not null,
    check (key = body ->> 'hash')
);
create index api_key_agent on api_key (agent);
insert into api_key (key, body)
    select body ->> 'key_hash', jsonb_build_object('hash', body ->> 'key_hash', 'agent', key, 'created_at', created_at)
    from agent where key_hash is not null;
