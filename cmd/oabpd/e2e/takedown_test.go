package e2e

import (
	"testing"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

const adminKey = "an administrator's key of this test"

// admin calls an administrator's route.
func (w *world) admin(t *testing.T, key, path string, body map[string]any, want int) {
	t.Helper()
	w.do(t, nil, "POST", path, body, "X-Admin-Key", key).want(t, want)
}

// A takedown after, during and before the payment (R24), on a real chain: what was
// paid before stays open for who paid; what is paid during it is held until it is
// lifted; and without the key nobody takes anything down.
func TestTakedown(t *testing.T) {
	t.Parallel()
	w := &world{node: deployed(t, startGeth(t, 0)), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	w.tweak = func(c *daemon.Config) { c.AdminKey = adminKey }
	w.start(t)
	remove := func(t *testing.T, j *job) {
		t.Helper()
		w.admin(t, adminKey, "/v1/admin/bounties/"+j.bounty+"/remove", map[string]any{"reason": "policy"}, 200)
		w.get(t, j.poster, "/v1/bounties/"+j.bounty).want(t, 404)
	}
	w.scenario(t, "after the payment", func(t *testing.T) {
		j := w.newJob(t, jobOptions{})
		w.pays(t, j, w.payPlain(t, w.instruction(t, j), j.poster.account)...)
		w.admin(t, "wrong", "/v1/admin/bounties/"+j.bounty+"/remove", map[string]any{}, 403)
		remove(t, j)
		w.envelope(t, j.poster, j).want(t, 200)
		if r := w.instruction(t, j); r.str("status") != "settled" {
			t.Errorf("status %s", r.str("status"))
		}
		w.admin(t, adminKey, "/v1/admin/submissions/"+j.sub+"/withhold", map[string]any{"reason": "unlawful"}, 200)
		w.envelope(t, j.poster, j).want(t, 403)
		w.envelope(t, j.worker, j).want(t, 200)
	})
	w.scenario(t, "while it confirms", func(t *testing.T) {
		j := w.newJob(t, jobOptions{})
		w.mined(t, w.payPlain(t, j.inst, j.poster.account)...)
		remove(t, j)
		w.mine(t, depth)
		w.sync(t)
		if r := w.instruction(t, j); r.str("status") != "held" || r.at("pay") != nil {
			t.Errorf("status %s", r.str("status"))
		}
		w.envelope(t, j.poster, j).want(t, 403)
		w.admin(t, adminKey, "/v1/admin/settlements/"+j.id+"/lift", map[string]any{"note": "looked at"}, 200)
		w.mine(t, 1)
		w.sync(t)
		if r := w.instruction(t, j); r.str("status") != "settled" || r.str("outcome") != "accepted_late" {
			t.Errorf("lifted: %s, %s", r.str("status"), r.str("outcome"))
		}
		w.envelope(t, j.poster, j).want(t, 200)
	})
	w.scenario(t, "before the payment", func(t *testing.T) {
		j := w.newJob(t, jobOptions{})
		remove(t, j)
		w.mined(t, w.payPlain(t, j.inst, j.poster.account)...)
		w.mine(t, depth)
		w.sync(t)
		w.admin(t, adminKey, "/v1/admin/submissions/"+j.sub+"/withhold", map[string]any{"reason": "unlawful"}, 200)
		w.mine(t, 1)
		w.sync(t)
		if r := w.instruction(t, j); r.str("status") != "withheld" || r.str("hold.note") != "unlawful" {
			t.Errorf("%s", clip(r.body))
		}
		w.envelope(t, j.poster, j).want(t, 403)
	})
}
