package cli

import (
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// tidyArgs makes of a command line one that urfave/cli reads to its end: it
// stops at the first flag that it does not know, and stops looking for flags at
// the first word that is none. Unknown flags are taken out and returned, and
// those of a command that takes an argument are moved in front of it:
// `oabpd verify RECEIPT.json --rpc URL` means what it says. Everything after
// "--" stays where it is. cmd is the command that the line names, or nil.
func tidyArgs(cmds []*ucli.Command, args []string) (tidy []string, cmd *ucli.Command, unknown []error) {
	var words []string // of the command's own
	tidy = args[:min(len(args), 1):1]
	for k := 1; k < len(args); k++ {
		a := args[k]
		if a == "--" {
			words = append(words, args[k:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' { // "-" is standard input
			sub := slices.IndexFunc(cmds, func(c *ucli.Command) bool { return c.HasName(a) })
			if sub < 0 || len(words) > 0 {
				words = append(words, a)
				continue
			}
			cmd, cmds = cmds[sub], cmds[sub].Subcommands
			tidy = append(tidy, a)
			continue
		}
		name, _, valued := strings.Cut(strings.TrimLeft(a, "-"), "=")
		o := optionOf(cmd, name)
		if o == nil && !slices.Contains(library(cmd), name) {
			unknown = append(unknown, fmt.Errorf("flag provided but not defined: -%s", name))
			continue
		}
		tidy = append(tidy, a)
		if o != nil && o.TakesValue() && !valued && k+1 < len(args) {
			k++
			tidy = append(tidy, args[k])
		}
	}
	return append(tidy, words...), cmd, unknown
}

func optionOf(cmd *ucli.Command, name string) *option {
	if cmd == nil {
		return nil
	}
	for _, o := range options(cmd) {
		if o.name == name {
			return o
		}
	}
	return nil
}

// library are the flags that urfave/cli adds.
func library(cmd *ucli.Command) []string {
	all := []string{"help", "h"}
	if cmd == nil {
		all = append(all, "version", "v")
	}
	return all
}
