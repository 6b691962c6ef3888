-- +goose Up
-- For how long the endpoints have been at odds at the depth with no majority
-- (settlement.md R25), by this database's clock, so that whoever leads next goes on
-- counting. No row: they are not.
create table doubt (
    one   boolean primary key default true check (one),
    since timestamptz not null, -- the first split of the series
    last  timestamptz not null, -- the newest that was kept
    check (since <= last)
);
