package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// SetProfile puts an agent's profile in the place of the one before.
func (e *Engine) SetProfile(ctx context.Context, by settle.Caller, p settle.AgentProfile) (out settle.PublicProfile, err error) {
	if err := checkProfile(p); err != nil {
		return out, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		if settle.GetRow[settle.Agent](tx, by.Agent) == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", by.Agent)
		}
		if err := e.record(tx, settle.ProfileSet{Agent: by.Agent, Profile: p}); err != nil {
			return err
		}
		out = publicProfile(tx, by.Agent)
		return nil
	})
	return out, err
}

func checkProfile(p settle.AgentProfile) error {
	if p.DisplayName != "" {
		if err := legibleName(p.DisplayName); err != nil {
			return settle.Errorf(settle.CodeInvalid, "display_name: %s", strings.TrimPrefix(err.Error(), "name: "))
		}
	}
	for i, c := range p.Capabilities {
		if err := visible("capabilities", c); err != nil {
			return err
		}
		if slices.Contains(p.Capabilities[:i], c) {
			return settle.Errorf(settle.CodeInvalid, "capabilities: %q is there twice", c)
		}
	}
	if p.MCPEndpoint != "" && !uri(p.MCPEndpoint, "https") {
		return settle.Errorf(settle.CodeInvalid, "mcp_endpoint: want an https URL without user name")
	}
	if p.MetadataURI != "" && !uri(p.MetadataURI, "https", "ipfs") {
		return settle.Errorf(settle.CodeInvalid, "metadata_uri: want an https or ipfs URI without user name")
	}
	return nil
}

// uri: visible ASCII, of one of the schemes, with something behind it, and without
// a user name.
func uri(s string, schemes ...string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && len(s) <= settle.MaxProfileURI && slices.Contains(schemes, scheme) && host != "" && !strings.ContainsAny(host, "@?#\\") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// PublicProfile is the profile of an agent, by its id or by an address: one that
// it has proven, or one that is registered on the chain alone.
func (e *Engine) PublicProfile(ctx context.Context, id string) (out settle.PublicProfile, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, err = findProfile(tx, id)
		return err
	})
	return out, err
}

func findProfile(tx settle.Tx, id string) (out settle.PublicProfile, err error) {
	agent, addr := id, settle.Address{}
	if strings.HasPrefix(id, "0x") {
		if addr, err = settle.ParseAddress(id); err != nil {
			return out, settle.Errorf(settle.CodeInvalid, "agent_id: %v", err)
		}
		agent = ""
		if row := settle.GetRow[settle.AddressRow](tx, addr.String()); row != nil && row.RetiredAt == 0 {
			agent = row.Agent
			if agent == "" {
				agent = row.Attested
			}
		}
	}
	if out = publicProfile(tx, agent); out.Agent != nil {
		return out, nil
	}
	if c := onChain(tx, addr); c != nil {
		out.Addresses, out.OnChain = []settle.Address{addr}, []*settle.ChainAgent{c}
		return out, nil
	}
	return out, settle.Errorf(settle.CodeNotFound, "no agent %s", id)
}

func publicProfile(tx settle.Tx, agent string) (out settle.PublicProfile) {
	if out.Agent = settle.GetRow[settle.Agent](tx, agent); out.Agent == nil {
		return out
	}
	out.Addresses = liveAddresses(tx, agent)
	slices.SortFunc(out.Addresses, func(a, b settle.Address) int { return strings.Compare(a.String(), b.String()) })
	for _, a := range out.Addresses {
		if c := onChain(tx, a); c != nil {
			out.OnChain = append(out.OnChain, c)
		}
	}
	slices.SortStableFunc(out.OnChain, func(a, b *settle.ChainAgent) int { return cmp.Compare(b.At.Position(), a.At.Position()) })
	return out
}

func onChain(tx settle.Tx, a settle.Address) *settle.ChainAgent {
	return settle.GetRow[settle.ChainAgent](tx, settle.PairKey(settingsOf(tx).Contracts.Agents, a))
}
