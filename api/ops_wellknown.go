package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// protectedResource is RFC 9728 metadata. There is no authorization server, and
// the lists are empty rather than left out, as AIP-1 §9.1 wants it: a client that
// asks first learns that no OAuth is needed.
type protectedResource struct {
	Resource             string   `json:"resource"`
	ResourceName         string   `json:"resource_name"`
	AuthorizationServers []string `json:"authorization_servers"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Scopes               []string `json:"scopes_supported"`
	Documentation        string   `json:"resource_documentation"`
}

type resourceIn struct {
	Suffix string `json:"suffix,omitempty" op:"len=..200" jsonschema:"the path of the resource, such as mcp"`
	More   string `json:"more,omitempty" op:"len=..200" jsonschema:"its second part, such as sse"`
}

// paywalls is /.well-known/x402.json: what a call to this server costs.
type paywalls struct {
	X402Version int      `json:"x402Version"`
	Resources   []string `json:"resources"`
	Note        string   `json:"note"`
}

// securityExpires is for how long security.txt holds, from the day on which it is
// asked for: RFC 9116 recommends less than a year.
const securityExpires = 180 * 24 * time.Hour

// wellKnown are the small documents that are looked for below /.well-known.
func (t *table) wellKnown() op.Table {
	tags := []string{"discovery"}
	noTool := []op.Exempt{{Surface: op.MCP, Reason: "a file that is looked for at its place on the web"}}
	const protected = "/.well-known/oauth-protected-resource"
	hidden := func(path string) op.Binding {
		return op.Binding{Dialect: op.OABP, Method: "GET", Path: path, Hidden: true}
	}
	return op.Table{
		declare(op.Spec{Name: "get_protected_resource", Summary: "OAuth metadata: there is no authorization server", Tags: tags, Exempt: noTool,
			Description: "RFC 9728, at this path with any suffix. Reading needs no credential; writing takes an API key, a token of /auth/siwe, or a signed request.",
			Bindings: []op.Binding{oabp("GET", protected), hidden(protected + "/{suffix}"), hidden(protected + "/{suffix}/{more}"),
				hidden("/mcp" + protected)},
		}, func(_ context.Context, in resourceIn) (protectedResource, error) { return t.resource(in), nil }),
		declare(op.Spec{Name: "get_security_txt", Summary: "Where to report a vulnerability (RFC 9116)", Tags: tags, Exempt: noTool,
			Errors:   []settle.Code{settle.CodeNotFound},
			Bindings: []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/.well-known/security.txt", Media: []string{plainText}}},
		}, func(context.Context, empty) (op.Raw, error) { return t.security() }),
		declare(op.Spec{Name: "get_x402", Summary: "What a call costs by x402: nothing", Tags: tags, Exempt: noTool,
			Bindings: []op.Binding{oabp("GET", "/.well-known/x402.json")},
		}, func(context.Context, empty) (paywalls, error) {
			return paywalls{2, []string{}, "No call to this server is paid for. Rewards are paid by posters to workers; see payment_options in " + t.cfg.PublicURL + "/.well-known/oabp.json."}, nil
		}),
	}
}

// resource names what the suffix stands for: the MCP endpoint, or the server.
func (t *table) resource(in resourceIn) protectedResource {
	out := protectedResource{Resource: t.cfg.PublicURL, ResourceName: "oabpd", AuthorizationServers: []string{},
		BearerMethods: []string{}, Scopes: []string{}, Documentation: t.cfg.PublicURL + "/llms.txt"}
	if in.Suffix == strings.TrimPrefix(mcpPath, "/") {
		out.Resource += mcpPath
	}
	return out
}

// security is security.txt, the same for a whole day. A server whose operator gave
// no contact has none: the field is required.
func (t *table) security() (op.Raw, error) {
	if t.cfg.Contact == "" {
		return op.Raw{}, settle.Errorf(settle.CodeNotFound, "the operator of this server published no contact")
	}
	expires := t.cfg.Now().UTC().Truncate(24 * time.Hour).Add(securityExpires)
	body := fmt.Sprintf("Contact: %s\nExpires: %s\nPreferred-Languages: en\nCanonical: %s/.well-known/security.txt\n",
		t.cfg.Contact, expires.Format(time.RFC3339), t.cfg.PublicURL)
	return op.Raw{MediaType: plainText + inUTF8, Body: []byte(body)}, nil
}
