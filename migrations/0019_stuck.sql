-- +goose Up
-- What the operator's inbox lists, each kind by an index of its own. Instructions
-- that were folded before get these columns from oabpd rebuild.
alter table instruction add column strayed boolean generated always as (coalesce((body ->> 'strayed')::boolean, false)) stored not null,
    add column partly_paid boolean generated always as (coalesce((body ->> 'partly_paid')::boolean, false)) stored not null,
    add column in_deposit boolean generated always as (coalesce((body ->> 'in_deposit')::boolean, false)) stored not null;
create index instruction_strayed on instruction (key) where strayed and status in ('open', 'reverted', 'held');
create index instruction_partly_paid on instruction (key) where partly_paid and status in ('open', 'reverted');
create index instruction_in_deposit on instruction (key) where in_deposit;
create index incident_of_kind on incident (kind, key) where cleared_at is null;
