package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
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
		Flags: []ucli.Flag{
			&ucli.StringSliceFlag{Name: "rpc", Usage: "JSON-RPC endpoint to ask about the payment; repeat for more than one", EnvVars: env("rpc")},
			&ucli.StringFlag{Name: "keys", Usage: "the issuer's oabp.json, file or URL (default: from the receipt's issuer)", EnvVars: env("keys")},
			&ucli.Uint64Flag{Name: "confirmations", Value: 6, Usage: "blocks wanted on top of the payment", EnvVars: env("confirmations")},
			&ucli.BoolFlag{Name: "offline-ok", Usage: "exit 0 for a consistent receipt without asking a chain", EnvVars: env("offline-ok")},
			&ucli.BoolFlag{Name: "json", Usage: "print the report as JSON"},
		},
		Action: func(cc *ucli.Context) error {
			if cc.NArg() != 1 {
				return usage("want one receipt: a file, a URL, or - for standard input")
			}
			return c.verifyReceipt(cc, cc.Args().First())
		},
	}
}

func (c *commands) verifyReceipt(cc *ucli.Context, source string) error {
	doc, err := c.fetch(cc.Context, source)
	if err != nil {
		return &exit{verifyUnreadable, fmt.Errorf("reading %s: %w", source, err)}
	}
	keys, from, err := c.receiptKeys(cc, doc)
	if err != nil {
		return &exit{verifyUnreadable, fmt.Errorf("reading the issuer's keys from %s: %w (give them with --keys)", from, err)}
	}
	o := proof.Options{Confirmations: cc.Uint64("confirmations")}
	for _, u := range cc.StringSlice("rpc") {
		r, err := chainread.New(u, nil)
		if err != nil {
			return usage("--rpc: %w", err)
		}
		o.Endpoints = append(o.Endpoints, r)
	}
	rep := proof.Verify(cc.Context, doc, keys, o)
	if cc.Bool("json") {
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
	switch rep.Verdict {
	case proof.Canonical:
		return nil
	case proof.Consistent:
		if len(o.Endpoints) > 0 {
			return &exit{verifyFailed, errors.New("the receipt holds by itself, but no endpoint confirmed the payment; \"not checked\" above says why")}
		}
		if cc.Bool("offline-ok") {
			return nil
		}
		return &exit{code: verifyOffline}
	case proof.Unreadable:
		return &exit{code: verifyUnreadable}
	}
	return &exit{code: verifyFailed}
}

// receiptKeys are the issuer's published keys.
func (c *commands) receiptKeys(cc *ucli.Context, doc []byte) ([]proof.PublicKey, string, error) {
	from := cc.String("keys")
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
	b, err := c.fetch(cc.Context, from)
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
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "rpc", Usage: "JSON-RPC endpoint", EnvVars: env("rpc"), Required: true},
			&ucli.StringFlag{Name: "key-file", Usage: "file with the deployer's private key as hex; it needs gas only", Required: true, TakesFile: true, EnvVars: env("key-file")},
			&ucli.StringFlag{Name: "token", Usage: "settled token (default: native USDC of the chain)", EnvVars: env("token")},
			&ucli.StringFlag{Name: "deployments", Value: "deployments.json", Usage: "file to write", EnvVars: env("deployments")},
			&ucli.DurationFlag{Name: "timeout", Value: 5 * time.Minute, Usage: "how long to wait for the transaction", EnvVars: env("timeout")},
		},
		Action: func(cc *ucli.Context) error {
			raw, err := os.ReadFile(cc.String("key-file"))
			if err != nil {
				return usage("reading the key: %w", err)
			}
			key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(string(raw)), "0x"))
			if err != nil {
				return usage("--key-file: not a private key of 64 hex digits")
			}
			ctx, cancel := context.WithTimeout(cc.Context, cc.Duration("timeout"))
			defer cancel()
			client, err := ethclient.DialContext(ctx, cc.String("rpc"))
			if err != nil {
				return usage("--rpc: %w", err)
			}
			defer client.Close()
			token, err := deployToken(ctx, client, cc.String("token"))
			if err != nil {
				return err
			}
			d, err := deploy.Run(ctx, client, key, token)
			if err != nil {
				return err
			}
			how := "was there already"
			if d.PayTx != nil { // before Write, which keeps the transaction of an earlier run
				how = "deployed by " + d.PayTx.String()
			}
			if err := deploy.Write(cc.String("deployments"), d); err != nil {
				return err
			}
			fmt.Fprintf(c.s.Out, "chain    %d\ntoken    %s\npay      %s (%s)\ndeposit  %s\nwritten  %s\n", d.ChainID, d.Token, d.Pay, how, d.Deposit, cc.String("deployments"))
			return nil
		},
	}
}

func deployToken(ctx context.Context, client *ethclient.Client, flag string) (common.Address, error) {
	if flag != "" {
		if !common.IsHexAddress(flag) {
			return common.Address{}, usage("--token %q is no address", flag)
		}
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
