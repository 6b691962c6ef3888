-- +goose Up
-- Instructions that a takedown holds: a block looks whether one of them lifts itself.
create index instruction_held on instruction (key) where status = 'held';
