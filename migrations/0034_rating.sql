-- +goose Up
-- How ratings came to be what they are. Those that changed before this version have
-- their history once the derived state is rebuilt (oabpd rebuild).
create table rating_entry (
    key   text collate "C" primary key,
    body  jsonb not null,
    agent text collate "C" generated always as (body ->> 'agent') stored not null,
    constraint rating_entry_kind_known check (body ->> 'kind' in ('won', 'lost', 'partly', 'taken_back')),
    check (key = (body ->> 'agent') || '/' || lpad(body ->> 'seq', greatest(16, length(body ->> 'seq')), '0')
        || '/' || lpad(body ->> 'n', greatest(6, length(body ->> 'n')), '0'))
);
create index rating_entry_agent on rating_entry (agent, key);

-- The leaderboard is in the order of decayed ratings, which no index can hold, since
-- they fall with time. settle.Agent.PlaceAt says why these columns are enough: the week
-- (and what of it had passed) since which the rating decays, and the rating with two
-- points for each such week.
alter table agent
    add column ranked boolean generated always as ((body ->> 'resolved')::bigint > 0) stored,
    add column rank_week bigint generated always as (
        coalesce(nullif((body ->> 'rated_at')::bigint, 0), (body ->> 'created_at')::bigint) / 604800000) stored not null,
    add column rank_phase bigint generated always as (
        coalesce(nullif((body ->> 'rated_at')::bigint, 0), (body ->> 'created_at')::bigint) % 604800000) stored not null,
    add column rank_score bigint generated always as (
        (body ->> 'rating_milli')::bigint + 2000 * (coalesce(nullif((body ->> 'rated_at')::bigint, 0), (body ->> 'created_at')::bigint) / 604800000)) stored;
create index agent_rank on agent (rank_score desc, rank_phase desc, key desc, rank_week) where ranked;
create index agent_rank_of_week on agent (rank_week, rank_score desc, rank_phase desc, key desc) where ranked;

alter table vote_ballot add column voter bytea generated always as (decode(substr(body ->> 'voter', 3), 'hex')) stored not null;
create index vote_ballot_voter on vote_ballot (voter);

create index submission_recent on submission (agent, ((body ->> 'created_at')::bigint) desc, key desc) where complete;
