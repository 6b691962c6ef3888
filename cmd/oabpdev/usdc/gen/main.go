// Command gen writes artifacts.json from the installed npm package. It is run
// by go generate in package usdc.
package main

import (
	"fmt"
	"os"

	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

func main() {
	if err := run("artifacts.json"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(file string) error {
	pkg, err := usdc.FindPackage(".")
	if err != nil {
		return err
	}
	a, err := usdc.Load(pkg)
	if err != nil {
		return err
	}
	b, err := a.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}
