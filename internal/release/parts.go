package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// part is a third-party module or package in the program.
type part struct {
	Kind    string // "golang" or "npm"
	Name    string
	Version string
	Folder  string // where its licence is
}

// partsOf returns the parts of the program for any of the systems, and of its page.
func partsOf(systems []target) ([]part, error) {
	found := map[string]part{}
	for _, t := range systems {
		modules, err := modulesOf(t)
		if err != nil {
			return nil, err
		}
		for _, p := range modules {
			found[p.Name] = p
		}
	}
	parts, err := packages("web")
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Kind+a.Name, b.Kind+b.Name) })
	return parts, nil
}

// modulesOf returns the Go modules with compiled code, and Go itself.
func modulesOf(t target) ([]part, error) {
	list := exec.Command("go", "list", "-deps", "-json=Standard,Module", "./cmd/moyo")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.processor)
	list.Stderr = os.Stderr
	data, err := list.Output()
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := output("go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	parts := []part{{"golang", "std", strings.TrimPrefix(version, "go"), root}}
	for in := json.NewDecoder(bytes.NewReader(data)); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return parts, nil
		} else if err != nil {
			return nil, err
		}
		if m := p.Module; m != nil && !m.Main {
			parts = append(parts, part{"golang", m.Path, m.Version, m.Dir})
		}
	}
}

// packages returns the npm packages with code in the page: the build of the page, in the folder
// web, lists them (web/vite.config.ts).
func packages(web string) (parts []part, err error) {
	var folders []string
	if err := readJSON(filepath.Join(web, "node_modules", ".bundled.json"), &folders); err != nil {
		return nil, fmt.Errorf("%w (remove web/dist/index.html, and make release builds the page again)", err)
	}
	var lock struct {
		Packages map[string]struct {
			Version string `json:"version"`
		} `json:"packages"`
	}
	if err := readJSON(filepath.Join(web, "package-lock.json"), &lock); err != nil {
		return nil, err
	}
	for _, folder := range folders {
		p, ok := lock.Packages[folder]
		if !ok {
			return nil, fmt.Errorf("%s lacks %s, which is in the page", filepath.Join(web, "package-lock.json"), folder)
		}
		name := folder[strings.LastIndex(folder, "node_modules/")+len("node_modules/"):]
		parts = append(parts, part{"npm", name, p.Version, filepath.Join(web, filepath.FromSlash(folder))})
	}
	return parts, nil
}

// readJSON reads a file of JSON into what value points to.
func readJSON(file string, value any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// licencesOf returns the texts of all licences, each under its part's name. A part without one
// cannot be distributed and is an error.
func licencesOf(parts []part) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("moyo is under the licence in the file LICENSE. It contains parts by others, under the licences below.\n")
	for _, p := range parts {
		fmt.Fprintf(&out, "\n%s\n%s %s\n%[1]s\n", strings.Repeat("=", 78), p.Name, p.Version)
		texts, err := licenceTexts(p.Folder)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s %s has no licence in %s", p.Name, p.Version, p.Folder)
		}
		for _, text := range texts {
			out.WriteString("\n" + strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) + "\n")
		}
	}
	return out.Bytes(), nil
}

// licenceTexts returns the texts of the licence files of a folder.
func licenceTexts(folder string) (texts []string, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("%w (make release fetches what is missing)", err)
	}
	for _, f := range files {
		name := strings.ToUpper(f.Name())
		if f.IsDir() ||
			!slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS", "UNLICENSE"}, func(start string) bool {
				return strings.HasPrefix(name, start)
			}) || strings.HasSuffix(name, ".GO") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}
