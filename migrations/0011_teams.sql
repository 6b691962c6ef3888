-- +goose Up
-- Teams: a submission is a draft until all whom it names have consented.
alter table submission
    drop constraint submission_status_known,
    drop constraint submission_decided_at,
    add column joined jsonb generated always as (
        jsonb_path_query_array(body, '$.contributors[*] ? (!(@.invited == true) && @.agent != $.agent).agent')) stored not null,
    add column awaiting jsonb generated always as (case when body ->> 'status' = 'draft' then
        jsonb_path_query_array(body, '$.contributors[*] ? (@.invited == true).agent') end) stored,
    add column complete boolean generated always as (
        not jsonb_path_exists(body, '$.contributors[*] ? (@.invited == true)')) stored not null,
    add constraint submission_status_known check (status in ('draft', 'awaiting_chain', 'pending', 'accepted', 'accepted_late', 'rejected', 'closed', 'withdrawn')),
    add constraint submission_decided_at check ((status in ('draft', 'awaiting_chain', 'pending')) = (decided_at is null));
create index submission_joined on submission using gin (joined);
create index submission_awaiting on submission using gin (awaiting) where awaiting is not null;
create index submission_complete on submission (mission) where complete;
