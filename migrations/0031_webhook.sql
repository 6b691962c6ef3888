-- +goose Up
-- Webhooks: who is told of which public events. The address, the description and
-- the keys are sealed; nothing here is derived from the journal.
create table webhook (
    id            text collate "C" primary key,
    agent         text collate "C" not null,
    status        text not null check (status in ('pending', 'active', 'disabled')),
    reason        text not null default '',
    mission       text collate "C" not null default '',
    since         bigint not null default 0,
    created_at    bigint not null,
    verified_at   bigint not null default 0,
    failing_since bigint not null default 0,
    disabled_at   bigint not null default 0,
    ask           text not null default '' check (ask in ('', 'challenge', 'test')),
    sealed        bytea not null,
    sealed_by     bigint not null,
    check ((status = 'disabled') = (disabled_at <> 0) and (status = 'disabled') = (reason <> ''))
);
create index webhook_agent on webhook (agent);
create index webhook_ask on webhook (id) where ask <> '';
create index webhook_active on webhook (id) where status = 'active';

-- What each is told of. The order of the key is that in which an event looks: its
-- cost grows with the webhooks that match it, not with those that there are.
create table webhook_topic (
    type    text collate "C" not null,
    mission text collate "C" not null, -- empty: of all missions
    webhook text collate "C" not null references webhook on delete cascade,
    primary key (type, mission, webhook)
);
create index webhook_topic_webhook on webhook_topic (webhook);

create table webhook_delivery (
    n       bigint generated always as identity,
    webhook text collate "C" not null references webhook on delete cascade,
    message text collate "C" not null,
    type    text not null,
    attempt int not null,
    at      bigint not null,
    result  text not null check (result in ('succeeded', 'failed', 'unreachable', 'refused')),
    status  int not null,
    millis  bigint not null,
    last    boolean not null,
    primary key (webhook, n)
);

-- How far the journal was turned into deliveries: behind event n of fact seq. What
-- happened before there were webhooks is nobody's news.
create table webhook_cursor (
    one boolean primary key default true check (one),
    seq bigint not null,
    n   int not null
);
insert into webhook_cursor (seq, n) select coalesce(max(seq), 0), 65535 from journal;
