-- +goose Up
-- Awards in points, and the ends of votes, are in the public activity too.
create index journal_events_now on journal (seq desc) include (at) where
    kind in ('agent_registered', 'mission_posted', 'mission_cancelled', 'work_submitted', 'work_joined', 'work_declined', 'work_rejected',
        'award_stated', 'payout_set', 'instruction_issued', 'pick_withdrawn', 'settled', 'award_settled', 'takedown', 'hold_lifted', 'withheld',
        'points_awarded', 'poll_closed')
    or kind = 'tick' and position('\x2265787069726564223a'::bytea in body) > 0;
drop index journal_events;
alter index journal_events_now rename to journal_events;
