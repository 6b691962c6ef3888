-- +goose Up
-- Commitments to work for missions in points, which is public once it is submitted.
create table points_commitment (
    key     text collate "C" primary key,
    body    jsonb not null,
    mission text collate "C" generated always as (body ->> 'mission') stored not null references mission (key),
    waiting boolean generated always as (coalesce((body ->> 'waiting')::boolean, false)) stored not null,
    check (key = (body ->> 'mission') || '/' || (body ->> 'agent'))
);
create index points_commitment_mission on points_commitment (mission);
create index points_commitment_waiting on points_commitment (key) where waiting;
