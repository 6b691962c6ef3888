-- +goose Up
-- Signed statements of how far the journal was and what state it gave (R26).
-- body holds the exact bytes that were signed; each extends all before it, and
-- none ever goes away.
create table checkpoint (
    n    bigint primary key check (n > 0), -- counted, so that one that is missing shows
    seq  bigint not null check (seq >= 0),
    hash bytea not null check (octet_length(hash) = 32),
    at   bigint not null,
    body bytea not null
);

create trigger checkpoint_append_only before update or delete or truncate on checkpoint
    for each statement execute function refuse_change();

-- +goose StatementBegin
create function checkpoint_extends() returns trigger language plpgsql as $$
declare
    last checkpoint;
begin
    select * into last from checkpoint order by n desc limit 1;
    if new.n <> coalesce(last.n, 0) + 1 or new.seq < coalesce(last.seq, 0) then
        raise exception 'checkpoint % at fact % does not extend checkpoint % at fact %', new.n, new.seq, last.n, last.seq
            using errcode = 'integrity_constraint_violation';
    end if;
    if new.hash is distinct from (case new.seq when 0 then decode(repeat('00', 32), 'hex') else (select hash from journal where seq = new.seq) end) then
        raise exception 'checkpoint % names another fact % than the journal has', new.n, new.seq
            using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
-- +goose StatementEnd

create trigger checkpoint_extends before insert on checkpoint for each row execute function checkpoint_extends();
