-- +goose Up
-- The token's Pause() and Unpause() (40, 41) are the first events above 6 that say
-- nothing but their kind.
alter table block_log
    drop constraint block_log_event,
    add constraint block_log_event check ((kind > 6 and kind not in (40, 41)) = (event is not null));
