-- +goose Up
-- What posters have done, counted by the fold (settle.PosterCounts): a list shows
-- each poster's record at the cost of one row.
create table poster (
    key  text collate "C" primary key,
    body jsonb not null,
    owes boolean generated always as (body ? 'agent' and body ? 'receivables') stored not null,
    check (key = coalesce(body ->> 'agent', 'all'))
);
create index poster_owing on poster (key) where owes;

-- What was folded before. A fee is owed of a stated award, and of a settled
-- instruction whose fee was waived: those of the latter come from oabpd rebuild.
insert into poster (key, body)
with m as (
    select mission.*, status in ('cancelled', 'expired') and exists (select from submission s where s.mission = mission.key and s.complete) as abandoned
    from mission where mode is distinct from 'points'
), owed as (
    select m.poster, (a -> 'stated' ->> 'fee')::numeric as fee
    from m, jsonb_array_elements(coalesce(m.body -> 'awards', '[]')) a
    where (a -> 'stated' ->> 'fee')::numeric > 0
), fees as (
    select poster, sum(fee) as units, count(*) as n from owed group by grouping sets ((poster), ())
), counts as (
    select poster, count(*) filter (where status not in ('unfunded', 'removed')) as posted, count(*) filter (where status = 'awarded') as awarded,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'expired') as expired,
        count(*) filter (where abandoned) as abandoned
    from m group by grouping sets ((poster), ())
)
select coalesce(c.poster, 'all'), jsonb_strip_nulls(jsonb_build_object('agent', c.poster, 'posted', posted, 'awarded', awarded, 'cancelled', cancelled,
        'expired', expired, 'abandoned', abandoned, 'receivables', case when n > 0 then
            jsonb_build_array(jsonb_build_object('currency', 'USD', 'units', f.units::text, 'count', n)) end))
from counts c left join fees f on f.poster is not distinct from c.poster
where c.poster is distinct from '' and (posted > 0 or n > 0);
