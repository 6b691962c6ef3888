-- +goose Up
-- Who entered what an award of the escrow is of, and whom it paid, for finding
-- the awards of an address that is proven later.
alter table escrow_award
    add column parties jsonb generated always as (
        jsonb_path_query_array(body, '$.final.payouts[*].to') || (body -> 'final' -> 'agent')) stored not null;
create index escrow_award_parties on escrow_award using gin (parties);
