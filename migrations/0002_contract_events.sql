-- +goose Up
-- The events of the escrow and of the contracts beside it: the log's columns
-- for a transfer are zero then, and event is what it says, as JSON. Which kinds
-- these are is settle.LogKind's; 1 to 6 are those of token and pay contracts.
alter table block_log
    add column event jsonb,
    add constraint block_log_event check ((kind > 6) = (event is not null));
