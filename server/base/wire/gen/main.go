// Command gen writes the TypeScript types of the page from the Go types of the
// wire, and the texts of the page whose English the program says too: gen folder
// out.ts texts. The Makefile runs it before it builds the page, by go generate
// ./server/base/wire: what it writes is not in git.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: gen folder out.ts texts")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(in, out, texts string) error {
	files, err := sources(in)
	if err != nil {
		return err
	}
	said, err := areas(filepath.Join(in, "..", "..", ".."))
	if err != nil {
		return err
	}
	text, err := TypeScript(files, unions(said))
	if err != nil {
		return err
	}
	if err := write(out, text); err != nil {
		return err
	}
	for _, a := range said {
		text, err := a.Write()
		if err != nil {
			return err
		}
		if err := write(filepath.Join(texts, a.name+".ts"), text); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file, but leaves one alone that has the text already: the page is built
// anew where a file is newer than it.
func write(file string, text []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil
	}
	return os.WriteFile(file, text, 0o644)
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
