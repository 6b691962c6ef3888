package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
)

// person is somebody in the tour: a wallet and a credential.
type person struct {
	name    string
	account devchain.Account
	token   string // API key or bearer token
}

// answer is a reply of the API.
type answer struct {
	status int
	body   []byte
	json   map[string]any
}

// at is a member by path, such as "tranches.0.state"; nil if absent.
func (a answer) at(path string) any {
	var v any = a.json
	for _, k := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[k]
		case []any:
			i, err := strconv.Atoi(k)
			if err != nil || i < 0 || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// str is a string member by path; empty if absent.
func (a answer) str(path string) string {
	s, _ := a.at(path).(string)
	return s
}

// num is an integer member by path, a JSON number or a string of digits; 0 if absent.
func (a answer) num(path string) int {
	if s, ok := a.at(path).(string); ok {
		n, _ := strconv.Atoi(s)
		return n
	}
	f, _ := a.at(path).(json.Number)
	n, _ := f.Int64()
	return int(n)
}

// call makes one HTTP request.
func (t *guide) call(ctx context.Context, p *person, method, path string, body any) (answer, error) {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		r = bytes.NewReader(b)
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, t.api+path, r)
	if err != nil {
		return answer{}, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if p != nil && p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode}
	if a.body, err = io.ReadAll(io.LimitReader(resp.Body, 8<<20)); err != nil {
		return a, err
	}
	dec := json.NewDecoder(bytes.NewReader(a.body))
	dec.UseNumber()
	_ = dec.Decode(&a.json) // raw bodies are not always objects
	return a, nil
}

// shown prints the call as a person would make it, makes it, and insists on
// its status.
func (t *guide) shown(ctx context.Context, p *person, method, path string, body any, want int) (answer, error) {
	line := "curl -s"
	if method != http.MethodGet {
		line += " -X " + method
	}
	u := t.s.app.URL() + path
	if strings.ContainsAny(u, "?&") {
		u = "'" + u + "'"
	}
	line += " " + u
	if p != nil {
		line += fmt.Sprintf(" -H \"Authorization: Bearer $%s\"", strings.ToUpper(p.name))
	}
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		line += " -d '" + clip(string(b), 150) + "'"
	}
	t.say("  $ %s", line)
	a, err := t.call(ctx, p, method, path, body)
	if err != nil {
		return a, err
	}
	if a.status != want {
		return a, fmt.Errorf("%s %s answered %d, expected %d: %s", method, path, a.status, want, clip(string(a.body), 600))
	}
	return a, nil
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// signIn proves the person's address by a signed message (EIP-4361).
func (t *guide) signIn(ctx context.Context, p *person) error {
	n, err := t.shown(ctx, nil, http.MethodGet, "/auth/nonce", nil, 200)
	if err != nil {
		return err
	}
	msg := fmt.Sprintf("%s wants you to sign in with your Ethereum account:\n%s\n\nSign in to the bounty board.\n\nURI: %s\nVersion: 1\nChain ID: %d\nNonce: %s\nIssued At: %s",
		n.str("domain"), p.account.Address.Hex(), n.str("uri"), n.num("chain_id"), n.str("nonce"), time.Now().UTC().Format(time.RFC3339))
	sig, err := crypto.Sign(accounts.TextHash([]byte(msg)), p.account.Key)
	if err != nil {
		return err
	}
	a, err := t.shown(ctx, nil, http.MethodPost, "/auth/siwe", map[string]any{"message": msg, "signature": hexutil.Encode(sig)}, 200)
	if err != nil {
		return err
	}
	p.token = a.str("token")
	t.say("    -> %s is agent %s; its payout address is proven by the signature", p.account.Address, a.str("agent_id"))
	return nil
}

// transact sends a transaction with ready calldata, as a wallet would, and
// waits until it is mined.
func transact(ctx context.Context, client *ethclient.Client, from devchain.Account, to common.Address, data []byte) (*types.Receipt, error) {
	id, err := client.ChainID(ctx)
	if err != nil {
		return nil, err
	}
	nonce, err := client.PendingNonceAt(ctx, from.Address)
	if err != nil {
		return nil, err
	}
	head, err := client.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, err
	}
	tip := big.NewInt(1_000_000)
	gas, err := client.EstimateGas(ctx, ethereum.CallMsg{From: from.Address, To: &to, Data: data})
	if err != nil {
		return nil, fmt.Errorf("estimating the gas: %w", err)
	}
	tx, err := types.SignNewTx(from.Key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{ChainID: id, Nonce: nonce, To: &to, Data: data,
		Gas: gas * 5 / 4, GasTipCap: tip, GasFeeCap: new(big.Int).Add(new(big.Int).Lsh(head.BaseFee, 1), tip)})
	if err != nil {
		return nil, err
	}
	if err := client.SendTransaction(ctx, tx); err != nil {
		return nil, err
	}
	for {
		r, err := client.TransactionReceipt(ctx, tx.Hash())
		if err == nil {
			if r.Status != types.ReceiptStatusSuccessful {
				return r, fmt.Errorf("transaction %s reverted", tx.Hash())
			}
			return r, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
