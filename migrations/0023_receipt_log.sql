-- +goose Up
-- The log of receipts is read by its numbers, which are given in journal order,
-- since whoever signs holds the journal's head.
create unique index receipt_n on receipt (n);
