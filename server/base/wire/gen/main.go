// Command gen writes the TypeScript types of the page from the Go types of the wire, and the English texts of the
// page that the program also uses: gen module out.ts texts. The Makefile runs it before it builds the page, by go
// generate ./server/base/wire; its output is not in git.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: gen module out.ts texts")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root, out, texts string) error {
	files, err := sources(os.DirFS(root))
	if err != nil {
		return err
	}
	said, err := areas(root)
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

// write writes a file unless it already has the text, because the page is built again if a file is newer than it.
func write(file string, text []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil
	}
	return os.WriteFile(file, text, 0o644)
}

// source is a Go file with its path in the module.
type source struct {
	name string
	text []byte
}

// shared is the folder of the types that several features use.
const shared = "server/base/wire"

// sources reads the files of a module with types of the wire, in the order of their paths: those of the folder
// shared, and wire.go of every other folder of the server.
func sources(module fs.FS) ([]source, error) {
	var files []source
	err := fs.WalkDir(module, "server", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && hasNoPackage(e.Name()):
			return fs.SkipDir
		case e.IsDir() || !hasTypes(name):
			return nil
		}
		text, err := fs.ReadFile(module, name)
		files = append(files, source{name, text})
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no file has types of the wire")
	}
	return files, err
}

// hasTypes reports whether a file contains types of the wire.
func hasTypes(name string) bool {
	if path.Dir(name) == shared {
		return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
	}
	return path.Base(name) == "wire.go"
}
