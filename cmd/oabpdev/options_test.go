package main

import (
	"bytes"
	"strings"
	"testing"
)

// Bad usage is refused before anything is started.
func TestBadUsage(t *testing.T) {
	for args, want := range map[string]string{
		"extra":             "flags only",
		"--once --no-tour":  "--no-tour leaves it out",
		"--block-time 1ms":  "want 50ms to 1m",
		"--api-port 99999":  "--api-port 99999: want 0 to 65535",
		"--rpc-port -1":     "--rpc-port -1: want 0 to 65535",
		"--no-such-flag":    "not defined",
		"--block-time soon": "block-time",
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"oabpdev"}, strings.Fields(args)...), &out, &errs)
		if code != 2 || !strings.Contains(errs.String(), want) || strings.Contains(out.String(), "Starting") {
			t.Errorf("oabpdev %s: exit %d, %q", args, code, errs.String())
		}
	}
}
