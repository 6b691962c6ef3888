package decode_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Solidity, as far as declarations of events, structs and enums need it.
var (
	comment   = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	eventDecl = regexp.MustCompile(`(?s)\bevent\s+(\w+)\s*\(([^)]*)\)\s*;`)
	structure = regexp.MustCompile(`(?s)\bstruct\s+(\w+)\s*\{([^}]*)\}`)
	enumDecl  = regexp.MustCompile(`(?s)\benum\s+(\w+)\s*\{([^}]*)\}`)
)

// sources are the types and the events of the contracts' sources.
type sources struct {
	types  map[string]string            // what a name is in a signature
	enums  map[string]int               // how many members
	events map[string]map[string]string // file, event: signature
}

func readSources(t *testing.T) sources {
	t.Helper()
	s := sources{types: map[string]string{"uint": "uint256", "int": "int256"}, enums: map[string]int{}, events: map[string]map[string]string{}}
	var structs [][]string
	text := map[string]string{}
	for _, pattern := range []string{"types", "interfaces"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "contracts", "src", pattern, "*.sol"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources: %v", err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			clean := comment.ReplaceAllString(string(b), "")
			text[filepath.Base(f)] = clean
			for _, m := range enumDecl.FindAllStringSubmatch(clean, -1) {
				s.types[m[1]] = "uint8"
				s.enums[m[1]] = len(strings.Split(m[2], ","))
			}
			structs = append(structs, structure.FindAllStringSubmatch(clean, -1)...)
		}
	}
	for range structs { // structs name structs: repeat until all are known
		for _, m := range structs {
			s.types[m[1]] = "(" + strings.Join(s.params(strings.Split(strings.TrimSpace(m[2]), ";")), ",") + ")"
		}
	}
	for file, clean := range text {
		s.events[file] = map[string]string{}
		for _, m := range eventDecl.FindAllStringSubmatch(clean, -1) {
			s.events[file][m[1]] = m[1] + "(" + strings.Join(s.params(strings.Split(m[2], ",")), ",") + ")"
		}
	}
	return s
}

// params are the types of declarations "type [indexed] name".
func (s sources) params(decls []string) (out []string) {
	for _, d := range decls {
		words := strings.Fields(d)
		if len(words) == 0 {
			continue
		}
		base, array := strings.CutSuffix(words[0], "[]")
		if t, ok := s.types[base]; ok {
			base = t
		}
		if array {
			base += "[]"
		}
		out = append(out, base)
	}
	return out
}

// Ownable2Step's events, as they are published: its source is not in this
// repository.
var ownable = map[string]string{
	"OwnershipTransferred":     "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0",
	"OwnershipTransferStarted": "0x38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700",
}

// TestTopicsAreTheSources: the same without bindings or a compiler: the topics
// are the hashes of the signatures that stand in the Solidity interfaces.
func TestTopicsAreTheSources(t *testing.T) {
	s := readSources(t)
	ws := decoder(t).Watches()
	for file, emitter := range map[string]settle.Address{
		"IOabpPay.sol": pay, "IOabpEscrow.sol": at(settle.RoleEscrow), "IOabpAgents.sol": at(settle.RoleAgents),
		"IOabpVote.sol": at(settle.RoleVote), "IOabpOracles.sol": at(settle.RoleOracles),
		"IAttestationOracle.sol": at(settle.RoleAttestationOracle), "IOabpReputation.sol": at(settle.RoleReputation),
	} {
		var want []string
		for name, signature := range s.events[file] {
			want = append(want, sig(signature).String()+" "+name)
		}
		if len(want) == 0 {
			t.Errorf("%s has no events", file)
		}
		if emitter == at(settle.RoleOracles) {
			for name, topic := range ownable {
				want = append(want, topic+" "+name)
			}
		}
		i := slices.IndexFunc(ws, func(w indexer.Watch) bool { return w.Address == emitter })
		var got []string
		for _, topic := range ws[i].Topics {
			_, _, err := decoder(t).Decode(raw(emitter, []byte{1}, topic))
			got = append(got, topic.String()+" "+kindIn(err))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: reads %q, the source has %q", file, got, want)
		}
	}
}

// TestEnumMembers: each enumeration is taken up to its last member, and not
// beyond, and has a name for each.
func TestEnumMembers(t *testing.T) {
	s := readSources(t)
	d := decoder(t)
	solidity := map[string]string{"PollOutcome": "Outcome"} // others are called the same here
	seen := 0
	var visit func(ev settle.ChainEvent, root, v reflect.Value)
	visit = func(ev settle.ChainEvent, root, v reflect.Value) {
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				visit(ev, root, v.Field(i))
			}
		}
		if v.Kind() != reflect.Uint8 || v.Type().Name() == "uint8" {
			return
		}
		name := v.Type().Name()
		if other, ok := solidity[name]; ok {
			name = other
		}
		members, ok := s.enums[name]
		if !ok {
			t.Fatalf("the sources have no enum %s", name)
		}
		seen++
		for n := range 256 {
			v.SetUint(uint64(n))
			_, taken, _ := d.Decode(pack(t, root.Interface().(settle.ChainEvent)))
			named := !strings.Contains(v.Interface().(fmt.Stringer).String(), "(")
			if taken != (n < members) || named != taken {
				t.Errorf("%s: %s %d of %d: taken %v, named %v", ev.LogKind(), name, n, members, taken, named)
			}
		}
		v.SetUint(0)
	}
	for _, ev := range samples() {
		root := reflect.New(reflect.TypeOf(ev)).Elem()
		root.Set(reflect.ValueOf(ev))
		visit(ev, root, root)
	}
	if seen != 6 {
		t.Errorf("%d enumerations", seen)
	}
}
