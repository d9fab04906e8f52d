// Command gen writes the TypeScript types of the page from the Go types of the
// wire: gen wire.go out.ts. Run it with go generate ./server/wire.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen wire.go out.ts")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	src, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	text, err := TypeScript(in, src)
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}
