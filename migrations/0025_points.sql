-- +goose Up
-- The ledger of points: an asset without value, of which no sum is mixed with one of
-- the token. No balance falls below zero, whatever the code does.
create table points_account (
    key     text collate "C" primary key,
    body    jsonb not null,
    balance numeric(78, 0) generated always as ((body ->> 'balance')::numeric) stored not null check (balance >= 0),
    check (key = body ->> 'id')
);
create table points_movement (
    key      text collate "C" primary key,
    body     jsonb not null,
    sender   text collate "C" generated always as (body ->> 'from') stored,
    receiver text collate "C" generated always as (body ->> 'to') stored,
    amount   numeric(78, 0) generated always as ((body ->> 'amount')::numeric) stored not null check (amount > 0),
    check (sender is not null or receiver is not null)
);
create index points_movement_sender on points_movement (sender, key desc) where sender is not null;
create index points_movement_receiver on points_movement (receiver, key desc) where receiver is not null;
create table points_book (
    key  text collate "C" primary key check (key = 'points'),
    body jsonb not null
);
create table points_poll (
    key  text collate "C" primary key references mission (key),
    body jsonb not null,
    check (key = body ->> 'mission')
);
create table points_ballot (
    key     text collate "C" primary key,
    body    jsonb not null,
    mission text collate "C" generated always as (body ->> 'mission') stored not null references mission (key),
    check (key = (body ->> 'mission') || '/' || (body ->> 'voter'))
);
create index points_ballot_mission on points_ballot (mission);

-- Only points missions have terms of points, and no instruction is issued for them.
alter table mission add constraint mission_points check ((mode is not distinct from 'points') = (body -> 'points' is not null));
