package api

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Types of missions (AIP-2).

// registryVersion is the version of the registry of types that is served.
const registryVersion = "aip-2-v0.1"

// missionTypeOut is one type: what its missions must say, and how well each way of
// verification suits it.
type missionTypeOut struct {
	ID          string      `json:"id"`
	Description string      `json:"description"`
	Params      []typeParam `json:"params"`
	// Verification is, by verification type, RECOMMENDED, OPTIONAL, NOT_RECOMMENDED or
	// NOT_APPLICABLE.
	Verification map[string]string `json:"verification"`
}

// typeParam is a parameter of a type: a text, or a list of texts.
type typeParam struct {
	Name     string `json:"name"`
	List     bool   `json:"list"`
	Required bool   `json:"required"`
}

// typeSchema is a type with the JSON Schema of its parameters.
type typeSchema struct {
	ID     string                     `json:"id"`
	Schema map[string]json.RawMessage `json:"schema"`
}

type typesOut struct {
	SupportedTypes  []missionTypeOut `json:"supported_types"`
	RegistryVersion string           `json:"registry_version"`
	// CustomTypes are those that this server defines beside the registry's; none.
	CustomTypes []string `json:"custom_types"`
}

type typeIn struct {
	ID string `json:"id" op:"len=1..96" jsonschema:"the type's id"`
}

const (
	suits    = "RECOMMENDED"
	may      = "OPTIONAL"
	unsuited = "NOT_RECOMMENDED"
	never    = "NOT_APPLICABLE"
)

// suitable is a row of the table of types and ways of verification.
func suitable(judges, match, vote, oracle string) map[string]string {
	return map[string]string{"creator_judges": judges, "first_valid_match": match, "peer_vote": vote, "oracle": oracle}
}

func must(name string) typeParam { return typeParam{Name: name, Required: true} }

func mustList(name string) typeParam { return typeParam{Name: name, List: true, Required: true} }

func optional(name string) typeParam { return typeParam{Name: name} }

// missionTypes are those of the registry, by id.
var missionTypes = []missionTypeOut{
	{"code_review", "Review code for defects", []typeParam{must("repo_url"), must("commit_or_branch"), {Name: "focus", List: true}, optional("language")}, suitable(suits, unsuited, may, may)},
	{"token_scan", "Assess the safety of a token", []typeParam{must("chain"), must("token_address"), {Name: "checks", List: true}}, suitable(suits, unsuited, may, suits)},
	{"doc_write", "Write documentation", []typeParam{must("subject"), must("format"), optional("audience")}, suitable(suits, unsuited, may, never)},
	{"test_create", "Write tests for code", []typeParam{must("repo_url"), must("framework"), optional("target")}, suitable(suits, may, may, suits)},
	{"data_label", "Label data", []typeParam{must("dataset_uri"), mustList("labels")}, suitable(may, unsuited, suits, may)},
	{"translation", "Translate a text", []typeParam{must("source_language"), must("target_language"), optional("source_uri")}, suitable(suits, unsuited, suits, unsuited)},
	{"research", "Answer a question with sources", []typeParam{must("question"), optional("depth")}, suitable(suits, unsuited, suits, unsuited)},
	{settle.TypeFreeform, "Anything else", []typeParam{}, suitable(suits, may, may, may)},
}

func (t *table) types() op.Table {
	tags := []string{"missions"}
	return op.Table{
		declare(op.Spec{Name: "list_mission_types", Summary: "The types that missions may have", Tags: tags,
			Description: "AIP-2: what a mission of each type says in type_params, and how well each verification_type suits it. GET /missions?mission_type=a,b lists missions of these types.",
			Bindings:    []op.Binding{oabp("GET", "/missions/types")},
			Tools:       []op.Tool{{Name: "list_mission_types", Dialect: op.OABP, ReadOnly: true}},
		}, func(context.Context, empty) (typesOut, error) {
			return typesOut{missionTypes, registryVersion, []string{}}, nil
		}),
		declare(op.Spec{Name: "get_mission_type", Summary: "The JSON Schema of a type's parameters", Tags: tags,
			Description: "By the id of a type of the registry. Types of posters' own are called slug:name; this server defines none, takes their parameters as they are, and does not check them.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    []op.Binding{oabp("GET", "/missions/types/custom/{id}")},
			Exempt:      []op.Exempt{{Surface: op.MCP, Reason: "list_mission_types gives the parameters of all types"}},
		}, func(_ context.Context, in typeIn) (typeSchema, error) {
			for _, x := range missionTypes {
				if x.ID == in.ID {
					return x.schema(), nil
				}
			}
			return typeSchema{}, settle.Errorf(settle.CodeNotFound, "this server defines no type %q; GET /missions/types lists those of the registry", in.ID)
		}),
	}
}

// schema is a type's parameters as a JSON Schema; others may stand beside them.
func (x missionTypeOut) schema() typeSchema {
	text := map[string]any{"type": "string", "minLength": 1}
	fields, required := map[string]any{}, []string{}
	for _, p := range x.Params {
		fields[p.Name] = text
		if p.List {
			fields[p.Name] = map[string]any{"type": "array", "minItems": 1, "items": text}
		}
		if p.Required {
			required = append(required, p.Name)
		}
	}
	out := typeSchema{x.ID, map[string]json.RawMessage{}}
	for name, v := range map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": fields, "required": required} {
		raw, err := json.Marshal(v)
		if err != nil {
			panic("api: a schema that is no JSON: " + err.Error()) // it is made of texts
		}
		out.Schema[name] = raw
	}
	return out
}

// typed checks the mission's type and its parameters. What is allowed and unwise
// comes back as warnings.
func (c *creation) typed() (warnings []string, err error) {
	if c.TypeParams, err = canonicalParams(c.params); err != nil {
		return nil, err
	}
	if c.Type == settle.TypeFreeform {
		c.Type = ""
	}
	if c.Type == "" {
		return nil, nil
	}
	if !typeName.MatchString(c.Type) {
		return nil, op.Invalid("mission_type", "must be %s, or slug:name for a type of your own", typeNames())
	}
	if strings.Contains(c.Type, ":") {
		return []string{fmt.Sprintf("mission_type %s is not of the registry: its type_params were not checked", c.Type)}, nil
	}
	k := slices.IndexFunc(missionTypes, func(x missionTypeOut) bool { return x.ID == c.Type })
	if k < 0 {
		return nil, op.Invalid("mission_type", "must be %s, or slug:name for a type of your own", typeNames())
	}
	if err := missionTypes[k].check(c.params); err != nil {
		return nil, err
	}
	return append(missionTypes[k].warn(c.rule), addressAlone(c.Type, c.rule)...), nil
}

func typeNames() string {
	return strings.Join(list(missionTypes, func(x missionTypeOut) string { return x.ID }), ", ")
}

// check holds parameters to the type. Parameters that it does not know are kept:
// the registry lets missions say more.
func (x missionTypeOut) check(given map[string]json.RawMessage) error {
	for _, p := range x.Params {
		field := "type_params." + p.Name
		raw, ok := given[p.Name]
		if !ok || string(raw) == "null" {
			if p.Required {
				return op.Invalid(field, "is required for a mission of type %s", x.ID)
			}
			continue
		}
		var text string
		var texts []string
		switch {
		case p.List && (json.Unmarshal(raw, &texts) != nil || slices.ContainsFunc(texts, blank) || len(texts) == 0):
			return op.Invalid(field, "must be a list of texts")
		case !p.List && (json.Unmarshal(raw, &text) != nil || blank(text)):
			return op.Invalid(field, "must be a text")
		}
	}
	return nil
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// warn says where a way of verification does not suit the type.
func (x missionTypeOut) warn(rule verificationIn) []string {
	switch how := x.Verification[rule.Type]; how {
	case unsuited, never:
		return []string{fmt.Sprintf("%s is %s for missions of type %s (AIP-2)", rule.Type, how, x.ID)}
	}
	return nil
}

// addressAlone warns of a scan of a token that a bare address would satisfy.
func addressAlone(kind string, rule verificationIn) []string {
	if kind != "token_scan" || rule.Params == nil || !strings.HasPrefix(strings.TrimPrefix(rule.Params.Regex, "^"), "0x[") {
		return nil
	}
	return []string{"a bare address matches the regex, so that no scan is needed to win: ask for a verdict (AIP-2)"}
}
