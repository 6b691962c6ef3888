package e2e

import "testing"

// counts are what a load has made by its own account, each beside the query of
// what the database has.
func (l *load) counts() map[string]int64 {
	return map[string]int64{
		"select count(*) from mission":    l.posts.Load(),
		"select count(*) from submission": l.works.Load(),
		"select count(*) from mission m, jsonb_array_elements(m.body->'awards') a where m.body->>'mode' = 'stated'": l.awards.Load(),
		"select count(*) from submission where body->>'status' = 'rejected'":                                        l.rejects.Load(),
		"select count(*) from instruction":                                    l.picks.Load(),
		"select count(*) from submission where body->>'status' = 'withdrawn'": l.declines.Load(),
		"select count(*) from submission s, jsonb_array_elements(s.body->'contributors') c where c->>'agent' <> s.body->>'agent' and not c ? 'invited'": l.joins.Load(),
	}
}

// breaches are queries of rows that must not be, each with what they would show.
var breaches = map[string]string{
	"a unit that counts twice, or more units than were sent": `select count(*) from (
		select 1 from allocation a join transfer t using (block_hash, log_index) where a.void_at is null
		group by a.block_hash, a.log_index, t.value having sum(upper(a.units) - lower(a.units)) > t.value) x`,
	"a slot with two winners": `select count(*) from (
		select 1 from mission m, jsonb_array_elements(m.body->'awards') a group by m.key, a->>'milestone', a->>'n' having count(*) > 1) x`,
	"a submission that won twice": `select count(*) from (
		select 1 from mission m, jsonb_array_elements(m.body->'awards') a group by a->>'submission' having count(*) > 1) x`,
	"an award of work that is not accepted, or the reverse": `select count(*) from (
		select a->>'submission' as s from mission m, jsonb_array_elements(m.body->'awards') a) w
		full join (select key from submission where body->>'status' = 'accepted') s on s.key = w.s where w.s is null or s.key is null`,
	"more winners than slots, or an award that is not the last of an awarded mission": `select count(*) from mission m
		where coalesce(jsonb_array_length(m.body->'awards'), 0) > greatest(1, coalesce(jsonb_array_length(m.body->'milestones'), 0)) * (m.body->>'max_winners')::int
		or (m.body->>'status' = 'awarded') <> (coalesce(jsonb_array_length(m.body->'awards'), 0) = greatest(1, coalesce(jsonb_array_length(m.body->'milestones'), 0)) * (m.body->>'max_winners')::int)`,
	"a direct deliverable that is open without a settlement": `select count(*) from submission s join mission m on m.key = s.body->>'mission'
		where s.body ? 'released_at' and m.body->>'mode' = 'direct'
		and not exists (select 1 from instruction i where i.body->>'submission' = s.key and i.body->>'status' = 'settled')`,
	"a stated deliverable that is open without an award": `select count(*) from submission s join mission m on m.key = s.body->>'mission'
		where s.body ? 'released_at' and m.body->>'mode' = 'stated'
		and not exists (select 1 from jsonb_array_elements(m.body->'awards') a where a->>'submission' = s.key)`,
	"a settlement with a leg that is not covered": `select count(*) from instruction i, jsonb_array_elements(i.body->'legs') with ordinality l(leg, n)
		where i.body->>'status' = 'settled' and (l.leg->>'amount')::numeric <>
		coalesce((select sum(upper(units) - lower(units)) from allocation a where a.instruction = i.key and a.leg = l.n - 1 and a.void_at is null), 0)`,
	"a settled instruction whose work is sealed": `select count(*) from instruction i join submission s on s.key = i.body->>'submission'
		where i.body->>'status' = 'settled' and not s.body ? 'released_at'`,
	"a settlement without its one receipt": `select count(*) from instruction i
		where i.body->>'status' = 'settled' and (select count(*) from receipt r where r.instruction = i.key) <> 1`,
	"shares that are not the whole": `select count(*) from submission s
		where (select sum((c->>'share_bp')::int) from jsonb_array_elements(s.body->'contributors') c) <> 10000`,
	"work that counts without the consent of all whom it names": `select count(*) from submission s
		where s.body->>'status' in ('pending', 'accepted', 'accepted_late', 'rejected') and jsonb_path_exists(s.body, '$.contributors[*] ? (@.invited == true)')`,
	"legs that are not the total, or parts that are not their leg": `select count(*) from instruction i
		where (select sum((l->>'amount')::numeric) from jsonb_array_elements(i.body->'legs') l) <> (i.body->>'total')::numeric
		or exists (select 1 from jsonb_array_elements(i.body->'legs') l
			where (select sum((p->>'amount')::numeric) from jsonb_array_elements(l->'parts') p) <> (l->>'amount')::numeric)`,
	"a stated award that does not share out its reward": `select count(*) from mission m, jsonb_array_elements(m.body->'awards') a
		where m.body->>'mode' = 'stated' and (a->'stated'->>'fee')::numeric + (select sum(p::text::numeric) from jsonb_array_elements_text(a->'stated'->'payouts') p) <>
		case when (a->>'milestone')::int < 0 then (m.body->>'reward')::numeric else (m.body->'milestones'->(a->>'milestone')::int->>'reward')::numeric end`,
	"work that waits where nothing can be won": `select count(*) from submission s join mission m on m.key = s.body->>'mission'
		where s.body->>'status' in ('draft', 'pending') and m.body->>'status' <> 'open'`,
	"two running reservations of one slot": `select count(*) from (
		select 1 from instruction i where i.body->>'status' = 'open' and i.body ? 'reserved_until'
		group by i.body->>'mission', i.body->>'milestone' having count(*) > 1) x`,
	"an incident": `select count(*) from incident`,
}

// holds compares what the agents were told with what the database holds.
func (l *load) holds(t testing.TB) {
	t.Helper()
	for q, want := range l.counts() {
		if got := scalar(t, l.db, q); got != want {
			t.Errorf("%d of %s; the agents made %d", got, q, want)
		}
	}
	for what, q := range breaches {
		if n := scalar(t, l.db, q); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
	if n := l.lost.Load(); n != 0 {
		t.Errorf("%d answers contradict each other", n)
	}
	var ids []string
	for _, p := range l.paid {
		ids = append(ids, p.inst.str("instruction_id"))
	}
	if n := scalar(t, l.db, "select count(*) from instruction where body->>'status' = 'settled' and key = any($1)", ids); n != int64(len(ids)) || n == 0 {
		t.Errorf("%d of %d that were paid in full are settled", n, len(ids))
	}
}
