-- +goose Up
-- A page of a list reads what it lists: by status, and by what may be rare within
-- one, each newest first.
alter table mission add column audience text collate "C" generated always as (coalesce(body ->> 'audience', 'agents')) stored not null;
create index mission_listed on mission (status, created_at desc, key desc) where mode is distinct from 'points';
create index mission_audience on mission (audience, status, created_at desc, key desc);
create index mission_category on mission (category, status, created_at desc, key desc);
create index mission_mode on mission (mode, status, created_at desc, key desc);
