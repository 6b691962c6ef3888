package cli

import (
	"flag"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// kind is what an option takes.
type kind int

const (
	oneValue kind = iota
	manyValues
	noValue // a switch; --name=false turns it off
)

// option is a flag, its environment variable and its key in the configuration
// file. It only collects text: settings reads the values, so that a wrong one
// does not hide the next.
type option struct {
	name, usage, def string
	kind             kind
	required         bool
	once             bool // says something about one call: a key of its command's alone

	given []string // as typed, in order
}

var (
	_ ucli.DocGenerationSliceFlag = (*option)(nil)
	_ ucli.VisibleFlag            = (*option)(nil)
	_ flag.Getter                 = (*option)(nil)
)

func one(name, def, usage string) *option { return &option{name: name, def: def, usage: usage} }
func many(name, usage string) *option     { return &option{name: name, usage: usage, kind: manyValues} }
func toggle(name, usage string) *option   { return &option{name: name, usage: usage, kind: noValue} }

func needed(o *option) *option {
	o.required = true
	return o
}

func once(o *option) *option {
	o.once = true
	return o
}

// envVar is the option's environment variable.
func (o *option) envVar() string {
	return "OABPD_" + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
}

// Set implements flag.Value.
func (o *option) Set(s string) error {
	o.given = append(o.given, s)
	return nil
}

// Get implements flag.Getter.
func (o *option) Get() any { return o.given }

// IsBoolFlag tells package flag that no value follows.
func (o *option) IsBoolFlag() bool { return o.kind == noValue }

// Apply implements ucli.Flag. The library applies flags more than once.
func (o *option) Apply(set *flag.FlagSet) error {
	o.given = nil
	set.Var(o, o.name, o.usage)
	return nil
}

// Names implements ucli.Flag.
func (o *option) Names() []string { return []string{o.name} }

// IsSet implements ucli.Flag.
func (o *option) IsSet() bool { return len(o.given) > 0 }

// String is the option's line in the help.
func (o *option) String() string { return ucli.FlagStringer(o) }

// TakesValue implements ucli.DocGenerationFlag.
func (o *option) TakesValue() bool { return o.kind != noValue }

// IsSliceFlag implements ucli.DocGenerationSliceFlag.
func (o *option) IsSliceFlag() bool { return o.kind == manyValues }

// GetUsage implements ucli.DocGenerationFlag.
func (o *option) GetUsage() string {
	if o.required {
		return o.usage + " (required)"
	}
	return o.usage
}

// GetValue implements ucli.DocGenerationFlag.
func (o *option) GetValue() string { return strings.Join(o.given, ",") }

// GetDefaultText implements ucli.DocGenerationFlag.
func (o *option) GetDefaultText() string { return o.def }

// GetEnvVars implements ucli.DocGenerationFlag.
func (o *option) GetEnvVars() []string { return []string{o.envVar()} }

// IsVisible implements ucli.VisibleFlag.
func (o *option) IsVisible() bool { return true }

// options are those of a command.
func options(cmd *ucli.Command) (out []*option) {
	for _, f := range cmd.Flags {
		if o, ok := f.(*option); ok {
			out = append(out, o)
		}
	}
	return out
}

// fileKeys are the options of all commands that the configuration file may
// name for any of them, so that one file serves them all.
func fileKeys(cmds []*ucli.Command) (names []string) {
	for _, c := range cmds {
		for _, o := range options(c) {
			if !o.once && o.name != configOption {
				names = append(names, o.name)
			}
		}
		names = append(names, fileKeys(c.Subcommands)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
