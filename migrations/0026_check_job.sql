-- +goose Up
-- Submissions that wait for a worker: to read content from elsewhere, or to ask who
-- decides. What came of it is in the journal.
create table check_job (
    submission text collate "C" primary key,
    attempt    integer not null check (attempt >= 0),
    due_at     bigint not null
);
create index check_job_due on check_job (due_at, submission);
