package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/settle/proof"
	"github.com/oabp/oabpd/settle/proof/chainread"
)

// Exit codes of verify.
const (
	verifyFailed     = 1
	verifyUnreadable = 2
	verifyOffline    = 4
)

func (c *commands) verify() *ucli.Command {
	return &ucli.Command{
		Name:      "verify",
		Usage:     "check a receipt or bundle: signature, contents, and its payment on the chain",
		ArgsUsage: "RECEIPT.json|URL|-",
		Description: "Prints one line per check and a verdict.\n" +
			"Exit 0: canonical at the endpoints given with --rpc, or consistent with --offline-ok.\n" +
			"Exit 1: a check failed, or no endpoint of --rpc could confirm the payment. Exit 2: not a receipt. Exit 4: consistent, but no endpoint was asked.",
		Flags: flags(
			many("rpc", "JSON-RPC endpoint to ask about the payment; repeat for more than one; one of ws(s) is not asked"),
			one("keys", "", "the issuer's oabp.json, file or URL (default: from the receipt's issuer)"),
			one("confirmations", "6", "blocks wanted on top of the payment"),
			toggle("offline-ok", "exit 0 for a consistent receipt without asking a chain"),
			toggle("json", "print the report as JSON"),
		),
		Action: c.with(c.verifyReceipt),
	}
}

func (c *commands) verifyReceipt(cc *ucli.Context, s *settings) error {
	o := proof.Options{Confirmations: s.number("confirmations", math.MaxInt32)}
	for _, u := range httpOnly(s.strs("rpc")) {
		r, err := chainread.New(u, nil)
		if err != nil {
			s.bad("--rpc: %w", err)
			continue
		}
		o.Endpoints = append(o.Endpoints, r)
	}
	asJSON, offlineOK := s.on("json"), s.on("offline-ok")
	if cc.NArg() != 1 {
		s.bad("want one receipt: a file, a URL, or - for standard input")
	}
	if err := s.err(); err != nil {
		return err
	}
	source := cc.Args().First()
	doc, err := c.fetch(cc.Context, source)
	if err != nil {
		return &exit{verifyUnreadable, fmt.Errorf("reading %s: %w", source, err)}
	}
	keys, from, err := c.receiptKeys(cc.Context, s.str("keys"), doc)
	if err != nil {
		return &exit{verifyUnreadable, fmt.Errorf("reading the issuer's keys from %s: %w (give them with --keys)", from, err)}
	}
	rep := proof.Verify(cc.Context, doc, keys, o)
	if asJSON {
		if err := c.json(rep); err != nil {
			return err
		}
	} else {
		for _, k := range rep.Checks {
			fmt.Fprintln(c.s.Out, k)
		}
		if len(keys) > 0 {
			fmt.Fprintf(c.s.Out, "keys from %s\n", from)
		}
		fmt.Fprintf(c.s.Out, "verdict: %s\n", rep.Summary())
	}
	return verdict(rep.Verdict, len(o.Endpoints) > 0, offlineOK)
}

// httpOnly are the endpoints that can be asked: a configuration that serves run
// may name those that only wake its poll.
func httpOnly(urls []string) []string {
	return slices.DeleteFunc(slices.Clone(urls), func(u string) bool { return strings.HasPrefix(u, "ws://") || strings.HasPrefix(u, "wss://") })
}

// verdict is the exit code of verify.
func verdict(v proof.Verdict, asked, offlineOK bool) error {
	switch v {
	case proof.Canonical:
		return nil
	case proof.Consistent:
		if asked {
			return &exit{verifyFailed, errors.New("the receipt holds by itself, but no endpoint confirmed the payment; \"not checked\" above says why")}
		}
		if offlineOK {
			return nil
		}
		return &exit{code: verifyOffline}
	case proof.Unreadable:
		return &exit{code: verifyUnreadable}
	}
	return &exit{code: verifyFailed}
}

// receiptKeys are the issuer's published keys, and where they come from.
func (c *commands) receiptKeys(ctx context.Context, from string, doc []byte) ([]proof.PublicKey, string, error) {
	if from == "" {
		var r struct {
			Issuer  string
			Receipt struct{ Issuer string }
		}
		if json.Unmarshal(doc, &r) != nil {
			return nil, "nowhere", nil // Verify says what is wrong with the document
		}
		issuer := r.Issuer
		if issuer == "" {
			issuer = r.Receipt.Issuer
		}
		if issuer == "" {
			return nil, "nowhere", nil
		}
		from = strings.TrimRight(issuer, "/") + "/.well-known/oabp.json"
	}
	b, err := c.fetch(ctx, from)
	if err != nil {
		return nil, from, err
	}
	var m struct {
		Keys []proof.PublicKey `json:"receipt_signing_keys"`
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, from, err
	}
	if len(m.Keys) == 0 {
		return nil, from, fmt.Errorf("it has no receipt_signing_keys")
	}
	return m.Keys, from, nil
}

// fetch reads a file, standard input or an http(s) URL, bounded in size and time.
func (c *commands) fetch(ctx context.Context, source string) ([]byte, error) {
	u, err := url.Parse(source)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
		return stdinOrFile(source, c.s.In, proof.MaxDocument+1)
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, source, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "oabpd/"+c.build.Version)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, proof.MaxDocument+1))
}
