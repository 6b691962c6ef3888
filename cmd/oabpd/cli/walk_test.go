package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v2"
)

// command is one that can be run, with the words that name it.
type command struct {
	*ucli.Command
	words []string
}

// every is the real tree of commands, those that only group others included.
func every(t *testing.T) (all []command) {
	t.Helper()
	c := &commands{s: Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}}
	var walk func(list []*ucli.Command, words []string)
	walk = func(list []*ucli.Command, words []string) {
		for _, cmd := range list {
			own := append(slices.Clone(words), cmd.Name)
			all = append(all, command{cmd, own})
			walk(cmd.Subcommands, own)
		}
	}
	walk(c.app([]string{"oabpd", "client"}).Commands, nil)
	if len(all) < 40 {
		t.Fatalf("%d commands", len(all))
	}
	return all
}

// types runs a command line and returns what it prints.
func types(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = Main(context.Background(), append([]string{"oabpd"}, args...), Build{}, Streams{In: strings.NewReader(""), Out: &b, Err: &b})
	return code, b.String()
}

// Every flag of every command is ours, has a variable of its own name, is in the
// help with its variable and what it is for, and every command takes a file.
func TestEveryFlagOfEveryCommand(t *testing.T) {
	variable := regexp.MustCompile(`^OABPD_[A-Z0-9_]+$`)
	for _, cmd := range every(t) {
		_, help := types(t, append(cmd.words, "--help")...)
		if !strings.Contains(help, strings.TrimSpace(cmd.Usage)) || cmd.Usage == "" {
			t.Errorf("%q: no usage in the help:\n%s", cmd.words, help)
		}
		if own := options(cmd.Command); len(own) > 0 && own[0].name != configOption {
			t.Errorf("%q takes no --%s", cmd.words, configOption)
		}
		seen := map[string]bool{}
		for _, f := range cmd.Flags {
			if slices.Contains(f.Names(), "help") || slices.Contains(f.Names(), "generate-bash-completion") {
				continue
			}
			o, ok := f.(*option)
			if !ok {
				t.Fatalf("%q: %v is a flag without variable and key", cmd.words, f.Names())
			}
			if !variable.MatchString(o.envVar()) || o.envVar() != "OABPD_"+strings.ToUpper(strings.ReplaceAll(o.name, "-", "_")) {
				t.Errorf("%q --%s: variable %s", cmd.words, o.name, o.envVar())
			}
			if o.usage == "" || seen[o.name] {
				t.Errorf("%q --%s: usage %q, seen %v", cmd.words, o.name, o.usage, seen[o.name])
			}
			seen[o.name] = true
			line := lineOf(help, "--"+o.name)
			if !strings.Contains(line, "[$"+o.envVar()+"]") || o.def != "" && !strings.Contains(line, "default: "+o.def) {
				t.Errorf("%q --%s: its line in the help is %q", cmd.words, o.name, line)
			}
		}
	}
}

func lineOf(help, flag string) string {
	for line := range strings.Lines(help) {
		if f := strings.Fields(line); len(f) > 0 && f[0] == flag {
			return line
		}
	}
	return ""
}

// A flag wins over its variable, that over the file: for every flag of every
// command that can be run, as the settings that its action gets.
func TestEveryFlagFromEverywhere(t *testing.T) {
	for _, cmd := range every(t) {
		own := options(cmd.Command)
		if len(cmd.Subcommands) > 0 || len(own) == 0 {
			continue
		}
		t.Run(strings.Join(cmd.words, " "), func(t *testing.T) {
			file, text, args := filepath.Join(t.TempDir(), "c.yaml"), "", []string{}
			for k, o := range own[1:] {
				text += fmt.Sprintf("%s: 0x00%d\n", o.name, k)
				args = append(args, fmt.Sprintf("--%s=flag%d", o.name, k))
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			is := func(where string, want func(k int, o *option) string, args ...string) {
				t.Helper()
				s := settingsOf(t, cmd.words, args...)
				for k, o := range own[1:] {
					got := s.str(o.name)
					if o.kind == manyValues {
						got = strings.Join(s.strs(o.name), ",")
					}
					if got != want(k, o) {
						t.Errorf("--%s from the %s is %q, want %q", o.name, where, got, want(k, o))
					}
				}
			}
			is("default", func(_ int, o *option) string { return o.def })
			is("file", func(k int, _ *option) string { return fmt.Sprintf("0x00%d", k) }, "--config", file)
			t.Setenv("OABPD_CONFIG", file)
			is("file", func(k int, _ *option) string { return fmt.Sprintf("0x00%d", k) })
			for k, o := range own[1:] {
				t.Setenv(o.envVar(), fmt.Sprintf("variable%d", k))
			}
			is("variable", func(k int, _ *option) string { return fmt.Sprintf("variable%d", k) })
			is("flag", func(k int, _ *option) string { return fmt.Sprintf("flag%d", k) }, args...)
		})
	}
}

// settingsOf runs the command up to its action and gives the settings of it.
func settingsOf(t *testing.T, words []string, args ...string) (got *settings) {
	t.Helper()
	c := &commands{s: Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}}
	line := slices.Concat([]string{"oabpd"}, words, args)
	app := c.app(line)
	list := app.Commands
	for _, w := range words {
		cmd := list[slices.IndexFunc(list, func(x *ucli.Command) bool { return x.Name == w })]
		list = cmd.Subcommands
		if cmd.Name == words[len(words)-1] && len(list) == 0 {
			cmd.Action = c.with(func(_ *ucli.Context, s *settings) error { got = s; return nil })
		}
	}
	line, _, unknown := tidyArgs(app.Commands, line)
	c.unknown = unknown
	if err := app.RunContext(context.Background(), line); err != nil || got == nil {
		t.Fatalf("%q: %v, settings %v", line, err, got)
	}
	return got
}

// Keys that sign transactions or awards are read by the commands that use them
// alone: none of the daemon's takes one.
func TestOnlyTheirCommandsTakeKeys(t *testing.T) {
	var with []string
	for _, cmd := range every(t) {
		if slices.ContainsFunc(options(cmd.Command), func(o *option) bool { return o.name == "key-file" }) {
			with = append(with, strings.Join(cmd.words, " "))
		}
	}
	if got := strings.Join(with, ", "); got != "deploy, attest sign" {
		t.Errorf("commands that take a key: %s", got)
	}
}

// A field of an API call is named like nothing that describes an installation:
// a variable set for the daemon must not slip into a request.
func TestFieldsDoNotCollide(t *testing.T) {
	keys := fileKeys((&commands{}).all([]string{"client"}))
	for _, want := range []string{"rpc", "url", "key-file", "offline-ok", "json"} {
		if !slices.Contains(keys, want) {
			t.Errorf("%s is no key of the file", want)
		}
	}
	for _, cmd := range every(t) {
		for _, o := range options(cmd.Command) {
			if o.once && slices.Contains(keys, o.name) {
				t.Errorf("%q --%s is an option of an installation too", cmd.words, o.name)
			}
		}
	}
}

// Every command that can be run says what it does not know, all of it, and does
// nothing: exit 2.
func TestEveryProblemAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("poll: [1, 2]\nconfirmations: {a: 1}\nfee_bp: 3\nreservaton: 1h\njson:\nrpc: ['http://127.0.0.1:1']\nrpc: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range every(t) {
		if len(cmd.Subcommands) > 0 || cmd.Name == "completion" {
			continue
		}
		code, out := types(t, append(slices.Clone(cmd.words), "--nope", "--neither=1", "--config", file)...)
		want := []string{"-nope", "-neither", `unknown key "fee_bp"`, `unknown key "reservaton"`, `key "confirmations": want a value`,
			`key "json": want a value`, `key "rpc" is there twice`}
		for _, o := range options(cmd.Command) {
			if o.name == "poll" {
				want = append(want, `key "poll": want one value`)
			}
			if o.required && o.name != "rpc" {
				want = append(want, "--"+o.name+" is missing")
			}
		}
		for _, s := range want {
			if code != 2 || !strings.Contains(out, s) {
				t.Errorf("%q: exit %d without %q: %s", cmd.words, code, s, out)
			}
		}
	}
}

// Values of a wrong type do not hide each other, wherever they come from.
func TestWrongValuesAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("reservation: soon\nfee-bp: -1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("OABPD_CONFIRMATIONS", "six")
	t.Setenv("OABPD_LOG_FORMAT", "xml")
	code, out := types(t, "run", "--config", file, "--poll", "1", "--log-level", "loud", "--start-block", "12x", "--chain-id", "0x1",
		"--registrations-per-day", "99999999999999999999", "--trusted-proxy", "10.0.0.1", "stray")
	for _, s := range []string{`--poll "1": want a duration`, `--reservation "soon" (` + file + `)`, `--fee-bp "-1" (`, `--confirmations "six" (OABPD_CONFIRMATIONS)`,
		`--log-format "xml" (OABPD_LOG_FORMAT): want text or json`, `--log-level "loud"`, `--start-block "12x"`, `--chain-id "0x1"`, "--registrations-per-day",
		"--trusted-proxy", `"stray" is not a flag`, "--database-url is missing", "--rpc is missing", "there are 13 problems"} {
		if code != 2 || !strings.Contains(out, s) {
			t.Errorf("exit %d without %q: %s", code, s, out)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"rebuild --check=perhaps", `--check "perhaps": want true or false`},
		{"state-digest --at x", `--at "x": want a number`},
		{"incidents list --json=2", `--json "2"`},
		{"incidents clear", "--note is missing"},
		{"verify --confirmations=x --json=2 --rpc ftp://x", `--confirmations "x"`},
		{"deploy --timeout 5 --token 0x1 --key-file /none", `--timeout "5"`},
		{"client bounty list --timeout 5 --json=2", `--timeout "5"`},
	} {
		code, out := types(t, strings.Fields(c.args)...)
		if code != 2 || !strings.Contains(out, c.want) || !strings.Contains(out, "problems:") && !strings.Contains(c.args, "client") {
			t.Errorf("%s: exit %d without %q: %s", c.args, code, c.want, out)
		}
	}
}

// Addresses and numbers of the file may stand without quotes, lists as lists.
func TestFileTakesPlainValues(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	text := "token: 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913\nrpc:\n  - http://a.example\n  - ws://b.example\npay: 0x01, 0x02\nmetrics-listen: ''\nfee-bp: 0\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("OABPD_POLL", "") // as if it were not set
	s := settingsOf(t, []string{"run"}, "--config", file)
	if s.str("token") != "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" || len(s.strs("rpc")) != 2 || len(s.strs("pay")) != 2 ||
		s.str("metrics-listen") != "" || s.number("fee-bp", 10) != 0 || s.duration("poll") != 500e6 || s.err() != nil {
		t.Errorf("token %q, rpc %q, pay %q, metrics %q, poll %s, %v", s.str("token"), s.strs("rpc"), s.strs("pay"), s.str("metrics-listen"), s.duration("poll"), s.err())
	}
}
