package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"
	"go.yaml.in/yaml/v3"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// configOption names the configuration file.
const configOption = "config"

// settings are the options of one invocation, from the command line, the
// environment and the configuration file, in this order. Everything that is
// wrong with them is gathered, and said by err at once.
type settings struct {
	lineage  [][]*option // of the command, then of those above it
	file     map[string]*yaml.Node
	path     string // of the file
	problems []error
}

// with turns a function over settings into an action of the library. Words that
// no flag takes are refused, unless the command has arguments.
func (c *commands) with(f func(*ucli.Context, *settings) error) ucli.ActionFunc {
	return func(cc *ucli.Context) error {
		s := &settings{problems: slices.Clone(c.unknown)}
		for _, at := range cc.Lineage() {
			if at.Command != nil {
				s.lineage = append(s.lineage, options(at.Command))
			}
		}
		if path, _, ok := s.value(s.find(configOption)); ok && path != "" {
			s.path = path
			s.read(append(fileKeys(c.tree), s.names()...))
		}
		if cc.NArg() > 0 && cc.Command.ArgsUsage == "" && len(c.unknown) == 0 { // else it may be the value of one
			s.bad("%q is not a flag, and this command takes nothing else", cc.Args().First())
		}
		for _, o := range s.lineage[0] {
			if text, _, _ := s.value(o); o.required && text == "" {
				s.bad("--%s is missing: %s", o.name, o.usage)
			}
		}
		return f(cc, s)
	}
}

// bad adds a problem.
func (s *settings) bad(format string, args ...any) {
	s.problems = append(s.problems, fmt.Errorf(format, args...))
}

// err is every problem so far, or nil.
func (s *settings) err() error {
	if len(s.problems) == 0 {
		return nil
	}
	return &daemon.UsageError{Problems: s.problems}
}

// names are the keys that the file may have for this command.
func (s *settings) names() (all []string) {
	for _, level := range s.lineage {
		for _, o := range level {
			if o.name != configOption {
				all = append(all, o.name)
			}
		}
	}
	return all
}

// find is an option of the command. One that is missing is a mistake of the
// program, which the test that walks all commands sees.
func (s *settings) find(name string) *option {
	for _, level := range s.lineage {
		for _, o := range level {
			if o.name == name {
				return o
			}
		}
	}
	panic("there is no option " + name)
}

// value is the text of an option, its last one if there are more, and where it
// was found. ok is false when the default holds, which value then is.
func (s *settings) value(o *option) (text, where string, ok bool) {
	all, where, ok := s.values(o)
	if !ok || len(all) == 0 {
		return o.def, where, ok
	}
	return all[len(all)-1], where, ok
}

// values are all texts of an option. Several come apart at commas.
func (s *settings) values(o *option) (all []string, where string, ok bool) {
	for _, level := range s.lineage { // a client's --url may stand before the noun
		for _, same := range level {
			if same.name == o.name && len(same.given) > 0 {
				return parts(o, same.given), "", true
			}
		}
	}
	// an empty variable is one that is not set, except where a text may be empty
	if text, ok := os.LookupEnv(o.envVar()); ok && (text != "" || o.kind == oneValue && !o.once) {
		return parts(o, []string{text}), o.envVar(), true
	}
	if n := s.file[o.name]; n != nil {
		return parts(o, texts(n)), s.path, true
	}
	return nil, "", false
}

func parts(o *option, given []string) (all []string) {
	if o.kind != manyValues {
		return given
	}
	for _, g := range given {
		for _, p := range strings.Split(g, ",") {
			if p = strings.TrimSpace(p); p != "" {
				all = append(all, p)
			}
		}
	}
	return all
}

func texts(n *yaml.Node) (all []string) {
	if n.Kind != yaml.SequenceNode {
		return []string{n.Value}
	}
	for _, c := range n.Content {
		all = append(all, c.Value)
	}
	return all
}

// read reads the configuration file.
func (s *settings) read(known []string) {
	b, err := os.ReadFile(s.path)
	if err != nil {
		s.bad("--config: %w", err)
		return
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		s.bad("reading %s: %w", s.path, err)
		return
	}
	if len(doc.Content) == 0 {
		return // an empty file
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		s.bad("reading %s: want keys and values, such as \"listen: :8080\"", s.path)
		return
	}
	s.file = map[string]*yaml.Node{}
	for k := 0; k+1 < len(root.Content); k += 2 {
		key, n := root.Content[k].Value, root.Content[k+1]
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		}
		switch {
		case !slices.Contains(known, key):
			s.bad("%s: unknown key %q; keys are the names of the flags", s.path, key)
		case s.file[key] != nil:
			s.bad("%s: key %q is there twice", s.path, key)
		case !plain(n):
			s.bad("%s: key %q: want a value, or a list of values", s.path, key)
		case n.Kind == yaml.SequenceNode && slices.Contains(s.names(), key) && s.find(key).kind != manyValues:
			s.bad("%s: key %q: want one value", s.path, key)
		default:
			s.file[key] = n
		}
	}
}

// plain says whether a node is a value or a list of values.
func plain(n *yaml.Node) bool {
	if n.Kind == yaml.SequenceNode {
		return !slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return c.Kind != yaml.ScalarNode || c.Tag == "!!null" })
	}
	return n.Kind == yaml.ScalarNode && n.Tag != "!!null"
}

func (s *settings) str(name string) string {
	text, _, _ := s.value(s.find(name))
	return text
}

func (s *settings) strs(name string) []string {
	all, _, _ := s.values(s.find(name))
	return all
}

// isSet says whether the option was given anywhere.
func (s *settings) isSet(name string) bool {
	_, _, ok := s.values(s.find(name))
	return ok
}

// parse reads an option by f. An empty text is the default, as with an empty
// environment variable.
func parse[T any](s *settings, name, want string, f func(string) (T, error)) (v T) {
	o := s.find(name)
	text, where, _ := s.value(o)
	if text == "" {
		text = o.def
	}
	if text == "" {
		return v
	}
	v, err := f(text)
	if err != nil {
		if where != "" {
			where = " (" + where + ")"
		}
		s.bad("--%s %q%s: want %s", name, text, where, want)
		// an endless row of further complaints helps nobody: go on with what holds by default
		v, _ = f(o.def)
	}
	return v
}

// number reads a decimal number of at most most.
func (s *settings) number(name string, most uint64) uint64 {
	return parse(s, name, fmt.Sprintf("a number from 0 to %d", most), func(t string) (uint64, error) {
		n, err := strconv.ParseUint(t, 10, 64)
		if err == nil && n > most {
			err = errors.New("too large")
		}
		return n, err
	})
}

func (s *settings) duration(name string) time.Duration {
	return parse(s, name, "a duration such as 500ms or 1h", time.ParseDuration)
}

func (s *settings) on(name string) bool {
	return parse(s, name, "true or false", strconv.ParseBool)
}
