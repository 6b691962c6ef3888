package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/proof"
)

// broken gives a broken journal the exit code of a failed check.
func broken(err error) error {
	var b *daemon.Breach
	if errors.As(err, &b) {
		return &exit{ExitCheck, err}
	}
	return err
}

func (c *commands) rebuild() *ucli.Command {
	return &ucli.Command{
		Name:  "rebuild",
		Usage: "fold the journal again and replace the derived state, or compare only",
		Description: "Folds every fact of the journal from the first one and compares each derived row with what is stored. What differs\n" +
			"is named; if anything does, all derived rows are replaced in one transaction. Receipts and released deliverables\n" +
			"are kept, nothing is sent. No daemon may index meanwhile.\n" +
			"With --check nothing is replaced, on a snapshot, beside a running daemon; exit 3 when anything differs.\n" +
			"With --from-chain every block of which a fact tells is read again from each --rpc first, and its hash and the\n" +
			"transactions that concern somebody are compared with the facts. What differs is named with the endpoint, nothing is\n" +
			"replaced then, and the exit code is 3: facts are never made of that. The audit of a running daemon mends them, or\n" +
			"indexing again on an empty database.\n" +
			"Exit 3 as well when the journal is broken: see oabpd journal verify.",
		Flags: flags(databaseOption(), once(toggle("check", "compare without replacing")), once(toggle("from-chain", "read the chain again too, and compare it with the facts")),
			many("rpc", "JSON-RPC endpoint for --from-chain; repeat to read the chain from each; one of ws(s) is not asked")),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			check, chain, urls := s.on("check"), s.on("from-chain"), httpOnly(s.strs("rpc"))
			if chain && len(urls) == 0 {
				s.bad("--from-chain needs --rpc, an http(s) endpoint to read the chain from")
			}
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			if chain {
				if err := c.fromChain(cc, st, urls); err != nil {
					return broken(err)
				}
			}
			do := daemon.Rebuild
			if check {
				do = daemon.CheckState
			}
			r, err := do(cc.Context, st)
			if err != nil {
				return broken(err)
			}
			return c.rebuilt(r)
		}),
	}
}

// fromChain compares the facts with the chain.
func (c *commands) fromChain(cc *ucli.Context, st *postgres.Store, urls []string) error {
	endpoints, err := daemon.ChainReaders(cc.Context, st, urls)
	if err != nil {
		return err
	}
	r, err := daemon.CompareChain(cc.Context, st, endpoints)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.s.Out, "chain     %d block(s) read again from %d endpoint(s)\n", r.Blocks, len(endpoints))
	for _, d := range r.Differences {
		fmt.Fprintf(c.s.Out, "block %d %s\n  %s: %s\n", d.Block.Number, d.Block.Hash, d.Endpoint, d.What)
	}
	if n := r.Differing - len(r.Differences); n > 0 {
		fmt.Fprintf(c.s.Out, "and %d more\n", n)
	}
	if r.Differing > 0 {
		return checkFailed("the chain says otherwise %d time(s) than the facts; nothing was replaced. Find out which endpoint is right; the audit of a running daemon mends the facts, or indexing again on an empty database", r.Differing)
	}
	return nil
}

// rebuilt prints what a rebuild found.
func (c *commands) rebuilt(r daemon.Rebuilt) error {
	stored := r.Stored.String()
	if r.Stored.IsZero() {
		stored = "unreadable"
	}
	fmt.Fprintf(c.s.Out, "facts     %d\nstored    %s\nrebuilt   %s\n", r.Facts, stored, r.Rebuilt)
	if r.Differing == 0 {
		fmt.Fprintln(c.s.Out, "equal")
		return nil
	}
	printDifferences(c.s.Out, r)
	if r.Replaced {
		fmt.Fprintln(c.s.Out, "replaced")
		return nil
	}
	return checkFailed("%d row(s) are stored otherwise than the journal gives them; run oabpd rebuild while the daemon is stopped", r.Differing)
}

func printDifferences(w io.Writer, r daemon.Rebuilt) {
	say := func(what, body string) {
		if body == "" {
			body = "nothing"
		}
		fmt.Fprintf(w, "  %s %s\n", what, body)
	}
	for _, d := range r.Differences {
		fmt.Fprintf(w, "%s %s\n", d.Table, d.Key)
		say("stored ", d.Stored)
		say("rebuilt", d.Folded)
	}
	if n := r.Differing - len(r.Differences); n > 0 {
		fmt.Fprintf(w, "and %d more\n", n)
	}
}

func (c *commands) stateDigest() *ucli.Command {
	return &ucli.Command{
		Name:  "state-digest",
		Usage: "print a SHA-256 over the derived state, the journal's seq and the applied block",
		Description: "With --at the state after an older fact is folded from the journal; the block is then the newest one of which a fact\n" +
			"tells. Exit 3 when the journal is broken before there.",
		Flags: flags(databaseOption(), once(one("at", "", "the state after the fact of this seq, folded from the journal (default: the stored state)"))),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			at, old := s.number("at", math.MaxInt64), s.str("at") != ""
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			if old {
				d, err := daemon.DigestAt(cc.Context, st, at)
				if err != nil {
					return broken(err)
				}
				c.digest(d.Digest, d.Seq, d.Block)
				return nil
			}
			d, seq, block, err := st.Digest(cc.Context)
			if err != nil {
				return err
			}
			c.digest(d, seq, block)
			return nil
		}),
	}
}

func (c *commands) digest(d settle.Hash, seq uint64, b settle.BlockRef) {
	fmt.Fprintf(c.s.Out, "%s seq %d block %d %s\n", strings.TrimPrefix(d.String(), "0x"), seq, b.Number, b.Hash)
}

func keysDirOption() *option {
	return one("data-dir", "", "directory of the keys (default: $XDG_DATA_HOME/oabpd)")
}

// keys opens the receipt keys of an installation.
func (s *settings) keys() (*proof.Keys, error) {
	dir := s.str("data-dir")
	if dir == "" {
		var err error
		if dir, err = dataDir(); err != nil {
			s.bad("%w", err)
		}
	}
	k, err := proof.LoadKeys(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no receipt key in %s: give the --data-dir of oabpd run, whose first start makes one", dir)
	}
	return k, err
}

func (c *commands) checkpoint() *ucli.Command {
	return &ucli.Command{
		Name:  "checkpoint",
		Usage: "sign how far the journal is and what state it gives, and print that",
		Description: "The document says the newest fact's seq and hash, the digest of the derived state, the newest applied block and the\n" +
			"time, signed with the receipt key. It is kept in the database behind all earlier ones; the daemon makes one a day.\n" +
			"Whoever keeps a copy can tell later, with oabpd journal verify --checkpoint FILE, that nothing before it was changed.",
		Flags: flags(databaseOption(), keysDirOption()),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			keys, err := s.keys()
			if err != nil {
				s.bad("%w", err)
			}
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			doc, err := daemon.MakeCheckpoint(cc.Context, st, keys, time.Now())
			if err != nil {
				return broken(err)
			}
			fmt.Fprintf(c.s.Out, "%s\n", doc)
			return nil
		}),
	}
}

func (c *commands) journal() *ucli.Command {
	return &ucli.Command{
		Name:   "journal",
		Usage:  "check the journal",
		Action: func(*ucli.Context) error { return usage("want oabpd journal verify") },
		Subcommands: []*ucli.Command{{
			Name:  "verify",
			Usage: "check the journal's chain of hashes and the checkpoints; exit 3 at the first thing that is wrong",
			Description: "Reads every fact: none is missing, each names its predecessor's hash, and each hashes to what is stored beside it.\n" +
				"Every stored checkpoint is signed by one of the issuer's keys, extends those before it, and names the fact that is\n" +
				"there. With --checkpoint the journal must extend that one too, whatever database it was made in.\n" +
				"With --state the state is folded as well, and must be what the checkpoints say (memory grows with the state).",
			Flags: flags(databaseOption(),
				once(one("checkpoint", "", "a checkpoint to hold the journal against: file, URL, or - for standard input")),
				one("keys", "", "the issuer's oabp.json, file or URL (default: the key file in --data-dir)"),
				keysDirOption(),
				once(toggle("state", "fold the journal too and compare the checkpoints' state digests"))),
			Action: c.with(c.verifyJournal),
		}},
	}
}

func (c *commands) verifyJournal(cc *ucli.Context, s *settings) error {
	o := daemon.JournalOptions{State: s.on("state")}
	if from := s.str("checkpoint"); from != "" {
		doc, err := c.fetch(cc.Context, from)
		if err != nil {
			s.bad("--checkpoint: %w", err)
		} else if p, err := proof.ReadCheckpoint(doc); err != nil {
			s.bad("--checkpoint %s: %w", from, err)
		} else {
			o.Checkpoint = &p
		}
	}
	if from := s.str("keys"); from != "" {
		keys, _, err := c.receiptKeys(cc.Context, from, nil)
		if err != nil {
			s.bad("--keys %s: %w", from, err)
		}
		o.Keys = keys
	} else if k, err := s.keys(); err == nil {
		o.Keys = k.PublicKeys()
	} else if o.Checkpoint != nil {
		s.bad("%w; or give the issuer's oabp.json with --keys", err)
	}
	st, err := s.open(cc)
	if err != nil {
		return err
	}
	defer st.Close()
	r, err := daemon.VerifyJournal(cc.Context, st, o)
	if err != nil {
		return broken(err)
	}
	fmt.Fprintf(c.s.Out, "facts        %d, head %s\n", r.Facts, r.Head)
	signed, folded := "signatures valid", "state digests equal"
	if !r.Signed {
		signed = "signatures not checked, without the keys"
	}
	if !r.Folded {
		folded = "state digests not compared, without --state"
	}
	fmt.Fprintf(c.s.Out, "checkpoints  %d; %s; %s\n", r.Checkpoints, signed, folded)
	if o.Checkpoint != nil {
		fmt.Fprintf(c.s.Out, "the journal extends the given checkpoint of %s at fact %d\n", o.Checkpoint.At, o.Checkpoint.Seq)
	}
	fmt.Fprintln(c.s.Out, "whole")
	if !r.Signed && r.Checkpoints > 0 {
		return checkFailed("the checkpoints' signatures could not be checked: give --keys or --data-dir")
	}
	return nil
}
