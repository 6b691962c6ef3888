-- +goose Up
-- The newest block that the endpoints called final: if it is replaced, finality
-- is violated, also when that happens while no process leads.
alter table cursor
    add column final_number bigint check (final_number >= 0),
    add column final_hash bytea check (octet_length(final_hash) = 32),
    add constraint cursor_final check ((final_number is null) = (final_hash is null));
