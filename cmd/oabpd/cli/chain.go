package cli

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
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

func (c *commands) deploy() *ucli.Command {
	return &ucli.Command{
		Name:  "deploy",
		Usage: "deploy the pay contracts (again is harmless) and write a deployments file",
		Flags: flags(
			needed(many("rpc", "JSON-RPC endpoint; of several the first of http(s) is used")),
			needed(one("key-file", "", "file with the deployer's private key as hex; it needs gas only")),
			one("token", "", "settled token (default: native USDC of the chain)"),
			one("deployments", "deployments.json", "file to write"),
			one("timeout", "5m", "how long to wait for the transaction"),
		),
		Action: c.with(c.deployContracts),
	}
}

func (c *commands) deployContracts(cc *ucli.Context, s *settings) error {
	key, token, timeout, file := s.key("key-file"), s.str("token"), s.duration("timeout"), s.str("deployments")
	if token != "" && !common.IsHexAddress(token) {
		s.bad("--token %q is no address", token)
	}
	urls := httpOnly(s.strs("rpc"))
	if len(urls) == 0 && s.isSet("rpc") {
		s.bad("--rpc: want an http(s) endpoint")
	}
	if err := s.err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cc.Context, timeout)
	defer cancel()
	client, err := ethclient.DialContext(ctx, urls[0])
	if err != nil {
		return usage("--rpc: %w", err)
	}
	defer client.Close()
	settled, err := deployToken(ctx, client, token)
	if err != nil {
		return err
	}
	d, err := deploy.Run(ctx, client, key, settled)
	if err != nil {
		return err
	}
	how := "was there already"
	if d.PayTx != nil { // before Write, which keeps the transaction of an earlier run
		how = "deployed by " + d.PayTx.String()
	}
	if err := deploy.Write(file, d); err != nil {
		return err
	}
	fmt.Fprintf(c.s.Out, "chain    %d\ntoken    %s\npay      %s (%s)\ndeposit  %s\nwritten  %s\n", d.ChainID, d.Token, d.Pay, how, d.Deposit, file)
	return nil
}

// key reads a file with a private key.
func (s *settings) key(name string) *ecdsa.PrivateKey {
	path := s.str(name)
	if path == "" {
		return nil // said already: it is required
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		s.bad("reading the key: %w", err)
		return nil
	}
	key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(string(raw)), "0x"))
	if err != nil { // the error would show the text
		s.bad("--%s: not a private key of 64 hex digits", name)
	}
	return key
}

func deployToken(ctx context.Context, client *ethclient.Client, flag string) (common.Address, error) {
	if flag != "" {
		return common.HexToAddress(flag), nil
	}
	id, err := client.ChainID(ctx)
	if err != nil {
		return common.Address{}, fmt.Errorf("asking for the chain id: %w", err)
	}
	t, ok := daemon.NativeUSDC(id.Uint64())
	if !ok {
		return common.Address{}, usage("native USDC is not known on chain %s: give --token", id)
	}
	return common.Address(t), nil
}
