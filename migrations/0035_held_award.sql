-- +goose Up
-- Awards of the escrow that a takedown holds.
alter table escrow_award add column held boolean generated always as (body ->> 'hold' is not distinct from 'held') stored not null;
create index escrow_award_held on escrow_award (key) where held;
