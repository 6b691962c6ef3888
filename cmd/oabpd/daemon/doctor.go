package daemon

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/postgres"
)

// Diagnosis is one line of doctor.
type Diagnosis struct {
	What, Detail string
	OK           bool
	// Do is the next action when it is not OK.
	Do string
}

type doctor struct {
	cfg   Config
	past  past
	lines []Diagnosis
}

func (d *doctor) ok(what, format string, args ...any) {
	d.lines = append(d.lines, Diagnosis{What: what, Detail: fmt.Sprintf(format, args...), OK: true})
}

func (d *doctor) bad(what, do, format string, args ...any) {
	d.lines = append(d.lines, Diagnosis{What: what, Detail: fmt.Sprintf(format, args...), Do: do})
}

// Doctor looks at everything a daemon with this configuration would need. It
// changes nothing.
func Doctor(ctx context.Context, cfg Config) []Diagnosis {
	d := &doctor{cfg: cfg}
	d.ok("configuration", "%d endpoint(s), %d confirmations, finality %s", len(cfg.httpRPC()), cfg.Confirmations, d.finality())
	sealed, people := d.database(ctx)
	d.keys(sealed, people)
	d.dataDir()
	d.endpoints(ctx)
	return d.lines
}

// finality is the configured tiers, or what holds without.
func (d *doctor) finality() string {
	if rules, _ := settle.ParseFinality(d.cfg.Finality, d.cfg.Confirmations); len(rules) > 0 {
		return settle.FormatFinality(rules)
	}
	return fmt.Sprintf("*=%d", d.cfg.Confirmations)
}

// keys looks at the files without which a database that needs them is of no use,
// and the daemon does not start: the sealing keyset, and the identity key.
func (d *doctor) keys(sealed, people bool) {
	d.keyFile("sealing keyset", "--sealing-key-file", d.cfg.sealingKeyFile(), sealed || people, "the database holds sealed deliverables or identities", "no deliverable opens")
	d.keyFile("identity key", "--identity-key-file", d.cfg.identityKeyFile(), people, "people sign in to this database", "nobody who signs in is known again")
}

func (d *doctor) keyFile(name, flag, path string, needed bool, why, lost string) {
	st, err := os.Stat(path)
	switch {
	case os.IsNotExist(err) && needed:
		d.bad(name, "restore it from its backup, or correct --data-dir or "+flag, "%s, but the %s is not at %s", why, name, path)
	case os.IsNotExist(err):
		d.ok(name, "none yet at %s; the first run makes one", path)
	case err != nil:
		d.bad(name, "make it readable for this user", "%v", err)
	case st.Mode().Perm()&0o077 != 0:
		d.bad(name, "chmod 600 "+path, "%s can be read by others (%s)", path, st.Mode().Perm())
	default:
		d.ok(name, "%s; back it up: without it %s", path, lost)
	}
}

// dataDir finds out whether the keys could be written, without writing: the
// first directory that exists on the way to it must be one this user may write.
func (d *doctor) dataDir() {
	dir := d.cfg.DataDir
	for {
		st, err := os.Stat(dir)
		parent := filepath.Dir(dir)
		if os.IsNotExist(err) && parent != dir {
			dir = parent
			continue
		}
		if err == nil && !st.IsDir() {
			err = fmt.Errorf("%s is no directory", dir)
		}
		if err == nil {
			err = syscall.Access(dir, 3) // W_OK|X_OK
		}
		if err != nil {
			d.bad("data directory", "make it, and let this user write in it, or give another --data-dir", "%s cannot be used: %s: %v", d.cfg.DataDir, dir, err)
			return
		}
		d.ok("data directory", "%s", d.cfg.DataDir)
		return
	}
}

// database says whether anything sealed is in it, and whether people sign in to it,
// as far as it can be told.
func (d *doctor) database(ctx context.Context) (sealed, people bool) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	m, err := postgres.MigrationStatus(ctx, d.cfg.DatabaseURL, migrations.FS)
	if err != nil {
		d.bad("database", "check --database-url and that PostgreSQL runs", "%v", err)
		return false, false
	}
	if m.Current != m.Target {
		d.bad("database", "run oabpd migrate up", "schema version %d, this program needs %d", m.Current, m.Target)
		return false, false
	}
	halted, open := "", []*settle.Incident(nil)
	st, err := postgres.Open(ctx, d.cfg.DatabaseURL, postgres.Options{})
	if err == nil {
		defer st.Close()
		d.past, err = readPast(ctx, st)
	}
	if err == nil {
		err = st.View(ctx, func(tx settle.Tx) error {
			sealed, halted = tx.AnyEnvelope(), ""
			people = len(tx.IdentitiesAfter("", settle.Hash{}, 1)) > 0
			open = settle.FindRows[*settle.Incident](tx, settle.IncidentsOpen())
			if d.past.settings != nil {
				halted = d.past.settings.HaltedReason
			}
			return nil
		})
	}
	if err != nil {
		d.bad("database", "check --database-url and the rights of its user", "%v", err)
		return false, false
	}
	d.ok("database", "schema version %d", m.Current)
	d.audited(ctx, st)
	d.incidents(open)
	if halted != "" {
		d.bad("releases", "oabpd incidents list shows the halt; clear it once the endpoints agree on the right chain", "are halted: %s", halted)
	}
	return sealed, people
}

func (d *doctor) endpoints(ctx context.Context) {
	var first *rpc.Identity
	heads := map[string]uint64{}
	var voters []*rpc.Client
	for _, u := range d.cfg.httpRPC() {
		probe := d.cfg.settings(d.past.settings)
		if probe.Token.IsZero() {
			probe.Token = nativeAt(ctx, u)
		}
		dec, err := decode.New(emitters(probe))
		if err != nil {
			d.bad("contracts", "check the addresses; one that was configured once keeps its role", "%v", err)
			return
		}
		c, err := rpc.New(rpc.Config{URL: u, Decoder: dec})
		if err != nil {
			d.bad("endpoint", "check --rpc", "%v", err)
			continue
		}
		id, ok := d.endpoint(ctx, c, heads)
		if !ok {
			continue
		}
		if first == nil {
			first = &id
			d.chain(ctx, c, id)
		} else if *first != id {
			d.bad(c.Name(), "remove it from --rpc", "serves chain %d with genesis %s, the first endpoint another", id.ChainID, id.Genesis)
			continue
		}
		voters = append(voters, c)
	}
	if len(d.cfg.httpRPC()) < 2 {
		d.ok("agreement", "one endpoint: what it says is believed; give more to have blocks checked by a quorum")
	} else if len(voters) > 0 {
		d.lag(heads)
		d.agreement(ctx, voters, heads)
	}
	d.wakers(ctx, first)
}

// wakers looks at the endpoints that only wake the poll: one that gives no heads
// costs time, one of another chain is a mistake.
func (d *doctor) wakers(ctx context.Context, first *rpc.Identity) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for _, u := range d.cfg.wsRPC() {
		w, err := rpc.NewWaker(rpc.WakerConfig{URL: u})
		if err != nil {
			d.bad("endpoint", "check --rpc", "%v", err)
			continue
		}
		switch id, err := w.Check(ctx); {
		case err != nil:
			d.bad(w.Name(), "check the URL, the key and the network, or leave it out: it only wakes the poll", "gives no heads: %v", err)
		case first != nil && *first != id:
			d.bad(w.Name(), "remove it from --rpc", "serves chain %d with genesis %s, the first endpoint another", id.ChainID, id.Genesis)
		default:
			d.ok(w.Name(), "chain %d, gives heads", id.ChainID)
		}
	}
}

func (d *doctor) endpoint(ctx context.Context, c *rpc.Client, heads map[string]uint64) (rpc.Identity, bool) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	start := time.Now()
	id, err := c.Identity(ctx)
	if err != nil {
		d.bad(c.Name(), "check the URL, the key and the network", "%v", err)
		return id, false
	}
	took := time.Since(start)
	if d.cfg.ChainID != 0 && id.ChainID != d.cfg.ChainID {
		d.bad(c.Name(), "use an endpoint of the right chain, or change --chain-id", "serves chain %d, --chain-id is %d", id.ChainID, d.cfg.ChainID)
		return id, false
	}
	h, err := c.Latest(ctx)
	if err != nil {
		d.bad(c.Name(), "use another endpoint", "has no head: %v", err)
		return id, false
	}
	heads[c.Name()] = h.Number
	b, err := c.Block(ctx, h.Number)
	if err != nil {
		d.bad(c.Name(), "use an endpoint that serves eth_getLogs by block hash in a batch", "cannot read block %d with its logs: %v", h.Number, err)
		return id, false
	}
	d.ok(c.Name(), "chain %d, head %d, %d logs of ours in it, answers in %s", id.ChainID, h.Number, len(b.Logs), took.Round(time.Millisecond))
	if off := time.Since(time.Unix(h.Time, 0)); off > 2*time.Minute || off < -2*time.Minute {
		d.bad("clock", "set this machine's clock, or find out why the chain stands still", "the head's time is %s from ours", off.Round(time.Second))
	} else {
		d.ok("clock", "the head's time is %s from ours", off.Round(time.Second))
	}
	d.serves(ctx, c, h.Number)
	d.contradiction(ctx, c, h.BlockRef)
	return id, true
}

// chain checks what must be on the chain: token and pay contracts.
func (d *doctor) chain(ctx context.Context, c *rpc.Client, id rpc.Identity) {
	token := d.cfg.Token
	if token.IsZero() {
		native, ok := NativeUSDC(id.ChainID)
		if !ok {
			d.bad("token", "give --token", "native USDC is not known on chain %d", id.ChainID)
			return
		}
		token = native
	}
	code, err := c.CodeAt(ctx, token, settle.Hash{})
	if err != nil || len(code) == 0 {
		d.bad("token", "check --token", "there is no contract at %s (%v)", token.Checksum(), err)
		return
	}
	paused, _, err := chainReader{c, token, c.Name}.TokenStatus(ctx, nil)
	switch {
	case err != nil:
		d.bad("token", "use another endpoint", "%v", err)
	case paused:
		d.bad("token", "wait; its issuer has paused it and nothing can be paid", "%s is paused", token.Checksum())
	default:
		d.ok("token", "%s", token.Checksum())
	}
	if len(d.cfg.Pay) == 0 {
		d.bad("pay contract", "deploy one (oabpd deploy) and give --pay or --deployments", "none is configured, so direct missions are refused")
	}
	for _, p := range d.cfg.Pay {
		d.pay(ctx, c, token, p)
	}
	d.contracts(ctx, c, token)
	set := d.cfg.settings(d.past.settings)
	set.Token = token
	if what := set.NeverPaid(d.cfg.FeeAddress); what != "" && !d.cfg.FeeAddress.IsZero() {
		d.bad("fee address", "give another --fee-address, one that you control", "%s is %s", d.cfg.FeeAddress.Checksum(), what)
	} else if d.cfg.FeeBP > 0 && !d.cfg.FeeAddress.IsZero() {
		_, refused, err := chainReader{c, token, c.Name}.TokenStatus(ctx, []settle.Address{d.cfg.FeeAddress})
		if err == nil && len(refused) > 0 {
			d.bad("fee address", "give another --fee-address", "the token refuses transfers to %s", d.cfg.FeeAddress.Checksum())
		}
	}
}

func (d *doctor) pay(ctx context.Context, c *rpc.Client, token, p settle.Address) {
	ask := func(sig string) (settle.Address, error) {
		out, err := c.CallContract(ctx, p, selector(sig), callGas, settle.Hash{})
		if err != nil || len(out) != 32 {
			return settle.Address{}, fmt.Errorf("%s does not answer as a pay contract (%v)", p.Checksum(), err)
		}
		return settle.Address(out[12:32]), nil
	}
	got, err := ask("token()")
	switch {
	case err != nil:
		d.bad("pay contract", "check --pay", "%v", err)
		return
	case got != token:
		d.bad("pay contract", "deploy one for this token", "%s is for token %s", p.Checksum(), got.Checksum())
		return
	}
	impl, err := ask("depositImplementation()")
	if err != nil || impl != digest.DepositImplementation(p) {
		d.bad("pay contract", "check --pay", "%s has another deposit implementation than expected (%v)", p.Checksum(), err)
		return
	}
	if d.code(ctx, c, "pay contract", p) {
		d.ok("pay contract", "%s", p.Checksum())
	}
}

// lag names the endpoints that are behind the foremost.
func (d *doctor) lag(heads map[string]uint64) {
	lo, hi := ^uint64(0), uint64(0)
	for _, n := range heads {
		lo, hi = min(lo, n), max(hi, n)
	}
	for name, n := range heads {
		if hi-n > 20 {
			d.bad(name, "find out why it lags, or remove it from --rpc", "its head is %d blocks behind that of another endpoint", hi-n)
		}
	}
	if hi-lo <= 20 {
		d.ok("heads", "the endpoints' heads are %d block(s) apart", hi-lo)
	}
}

// agreement takes the vote that run takes on every block (R25).
func (d *doctor) agreement(ctx context.Context, voters []*rpc.Client, heads map[string]uint64) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	top, all, quorum := uint64(0), len(d.cfg.httpRPC()), d.cfg.quorum()
	for _, n := range heads {
		top = max(top, n)
	}
	height := top - min(top, d.cfg.Confirmations)
	votes := make([]settle.Hash, len(voters))
	for i, c := range voters {
		h, err := c.HeadByNumber(ctx, height)
		if err != nil {
			d.bad(c.Name(), "find out why it lags or fails, or remove it from --rpc", "cannot say which block it has at %d: %v", height, err)
			continue
		}
		votes[i] = h.Hash
	}
	c := indexer.Tally(votes[0], quorum, votes)
	for i, v := range voters {
		if !c.Winner.IsZero() && !votes[i].IsZero() && votes[i] != c.Winner {
			d.bad(v.Name(), "remove it from --rpc, or find out which chain it follows", "has block %s at %d, the majority %s", votes[i], height, c.Winner)
		}
	}
	switch {
	case !c.Winner.IsZero():
		defer d.logs(ctx, voters, votes, c.Winner)
		d.ok("agreement", "%d of %d endpoints have the same block %d; the quorum is %d", votesFor(c.Winner, votes), all, height, quorum)
	case c.Verdict == indexer.VerdictSplit:
		d.bad("agreement", "find out which chain is the right one and remove the other endpoints from --rpc; until then nothing is released",
			"the endpoints have different blocks %d, and none a majority: %v", height, votes)
	default:
		d.bad("agreement", "bring endpoints back, or lower --rpc-quorum; until then blocks wait and nothing is released",
			"%d of %d endpoints say which block they have at %d; the quorum is %d", c.Cast, all, height, quorum)
	}
}

func votesFor(h settle.Hash, votes []settle.Hash) (n int) {
	for _, v := range votes {
		if v == h {
			n++
		}
	}
	return n
}
