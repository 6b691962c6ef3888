package cli

import (
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command that takes an argument in front of
// that argument, since urfave/cli stops looking for flags at the first word
// that is none: `oabpd verify RECEIPT.json --rpc URL` means what it says.
// Everything after "--" stays where it is.
func flagsFirst(cmds []*ucli.Command, args []string) []string {
	at := 1
	var cmd *ucli.Command
	for at < len(args) {
		k := slices.IndexFunc(cmds, func(c *ucli.Command) bool { return c.HasName(args[at]) })
		if k < 0 {
			break
		}
		cmd, cmds = cmds[k], cmds[k].Subcommands
		at++
	}
	if cmd == nil || cmd.ArgsUsage == "" {
		return args
	}
	flags, words := []string{}, []string{}
	for k := at; k < len(args); k++ {
		switch a := args[k]; {
		case a == "--":
			words = append(words, args[k:]...)
			k = len(args)
		case len(a) < 2 || a[0] != '-': // "-" is standard input
			words = append(words, a)
		case !strings.Contains(a, "=") && takesValue(cmd, strings.TrimLeft(a, "-")) && k+1 < len(args):
			flags = append(flags, a, args[k+1])
			k++
		default:
			flags = append(flags, a)
		}
	}
	return slices.Concat(args[:at], flags, words)
}

func takesValue(cmd *ucli.Command, name string) bool {
	for _, f := range cmd.Flags {
		if d, ok := f.(ucli.DocGenerationFlag); ok && slices.Contains(f.Names(), name) {
			return d.TakesValue()
		}
	}
	return false
}
