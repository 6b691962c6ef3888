-- +goose Up
-- Missions that an instruction keeps from ending at their deadline: it is reserved,
-- or paid in full and not settled. Kept by the store, so that what has fallen due
-- is found without reading what cannot end.
alter table mission add column kept boolean not null default false;
update mission m set kept = true where exists (select from instruction i where i.mission = m.key
    and i.status = 'open' and (i.reserved_until is not null or i.covered));
create index mission_ending on mission (deadline, key) where status = 'open' and mode is distinct from 'escrow' and not kept;
drop index mission_due;

-- The first of what has fallen due is read without the rest.
drop index instruction_lapsing;
create index instruction_lapsing on instruction (reserved_until, key) where status = 'open' and reserved_until is not null and not covered;
