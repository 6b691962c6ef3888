-- +goose Up
-- What is paid in full and not settled, by the tier that it waits for and the
-- height at which its newest payment lies, kept by the store (settle.Settings.Waits):
-- what has fallen due is found without reading what has not. Null for all else.
alter table instruction
    add column waits_for text,
    add column waits_in bigint check (waits_in >= 0),
    add constraint instruction_waits check ((waits_for is null) = (waits_in is null));
alter table escrow_award
    add column waits_for text,
    add column waits_in bigint check (waits_in >= 0),
    add constraint escrow_award_waits check ((waits_for is null) = (waits_in is null));

-- What waits already, once: later the store does it. The first rule that holds for
-- an amount gives its tier, a depth is at least the confirmations.
-- +goose StatementBegin
create function pg_temp.tier_of(amount numeric) returns text language sql as $$
    select case when x.tier ~ '^[0-9]+$' then greatest(x.tier::numeric, x.depth)::text else x.tier end
    from (select coalesce((s.body ->> 'confirmations')::numeric, 0) as depth, coalesce(
            (select r.rule ->> 'tier' from jsonb_array_elements(s.body -> 'finality') with ordinality as r (rule, n)
                where coalesce((r.rule ->> 'up_to')::numeric, 0) = 0 or (r.rule ->> 'up_to')::numeric >= amount order by r.n limit 1),
            '0') as tier
        from settings s) x
$$;
-- +goose StatementEnd
update instruction set waits_for = coalesce(pg_temp.tier_of(total), '0'), waits_in = coalesce((body ->> 'covered_in')::bigint, 0)
    where covered and status in ('open', 'reverted');
update escrow_award set waits_for = coalesce(pg_temp.tier_of((body -> 'final' ->> 'gross')::numeric), '0'),
        waits_in = (body -> 'final' -> 'at' -> 'block' ->> 'number')::bigint
    where status = 'confirmed';
drop function pg_temp.tier_of(numeric);

drop index instruction_covered;
drop index escrow_award_due;
create index instruction_waiting on instruction (waits_for, waits_in) where waits_for is not null;
create index escrow_award_waiting on escrow_award (waits_for, waits_in) where waits_for is not null;
-- Reservations that may lapse: those of what is paid in full do not.
create index instruction_lapsing on instruction (reserved_until) where status = 'open' and reserved_until is not null and not covered;
