-- +goose Up
-- What is reserved, in the order in which the end of a pause extends it.
create index instruction_reserved on instruction (key) where status = 'open' and reserved_until is not null;
