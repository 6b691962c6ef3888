-- +goose Up
-- The window's logs come and go with every block, by thousands in a backfill: they
-- are written beside their block, in its transaction, which needs no proof of each.
-- Nobody looks for one by its transaction but checks, among at most the window's.
alter table block_log drop constraint block_log_block_hash_fkey;
drop index block_log_tx;
