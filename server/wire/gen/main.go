// Command gen writes the TypeScript types of the page from the Go types of the
// wire: gen folder out.ts. Run it with go generate ./server/wire.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen folder out.ts")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	files, err := sources(in)
	if err != nil {
		return err
	}
	text, err := TypeScript(files, unions())
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// source is a Go file with its name, which messages use.
type source struct {
	name string
	text []byte
}

// sources reads the Go files of a folder, without its tests, in the order of
// their names: the same folder always gives the same types in the same order.
func sources(dir string) ([]source, error) {
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return nil, err
	}
	var files []source
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, source{name, text})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no Go file", dir)
	}
	return files, nil
}
