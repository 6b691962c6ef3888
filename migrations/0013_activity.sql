-- +goose Up
-- The facts that the public activity shows (settle.IsEvent), newest first: those of
-- these kinds, and ticks that end a mission.
create index journal_events on journal (seq desc) include (at) where
    kind in ('agent_registered', 'mission_posted', 'mission_cancelled', 'work_submitted', 'work_joined', 'work_declined', 'work_rejected',
        'award_stated', 'payout_set', 'instruction_issued', 'pick_withdrawn', 'settled', 'award_settled', 'takedown', 'hold_lifted', 'withheld')
    or kind = 'tick' and position('\x2265787069726564223a'::bytea in body) > 0;
-- The figures of the board are counted in the index.
create index mission_tally on mission (mode, status) include (reward);
