package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPack: an archive has the same bytes each time, and contains the program unchanged.
func TestPack(t *testing.T) {
	made := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		target
		pack   func(string, time.Time, []entry) ([]byte, error)
		ending string
	}{{target{"linux", "arm64"}, packTar, ".tar.gz"}, {target{"windows", "amd64"}, packZip, ".zip"}} {
		contents := []entry{{"LICENSE", 0o644, []byte("MIT")}, {c.program(), 0o755, []byte("the program")}}
		first, err := c.pack("moyo_1", made, contents)
		if err != nil {
			t.Fatal(err)
		}
		second, err := c.pack("moyo_1", made, contents)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%v: packed again it differs: %v", c.target, err)
		}
		file := filepath.Join(t.TempDir(), "moyo"+c.ending)
		if err := os.WriteFile(file, first, 0o644); err != nil {
			t.Fatal(err)
		}
		if program, err := programIn(file, c.target); err != nil || string(program) != "the program" {
			t.Errorf("%v: %q %v", c.target, program, err)
		}
		if _, err := programIn(file, target{"plan9", "mips"}); c.system == "windows" && err == nil {
			t.Error("a program that is not there was found")
		}
	}
}

// TestLicences: a part without a licence is an error.
func TestLicences(t *testing.T) {
	with, without := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"Licence.md": "do what you like\r\n", "NOTICE": "by somebody", "license_test.go": "package x"} {
		if err := os.WriteFile(filepath.Join(with, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := licencesOf([]part{{"golang", "example.org/a", "v1.2.3", with}})
	if err != nil || !strings.Contains(string(all), "example.org/a v1.2.3") ||
		!strings.Contains(string(all), "do what you like\n") || !strings.Contains(string(all), "by somebody") {
		t.Errorf("%s %v", all, err)
	}
	if _, err := licencesOf([]part{{"golang", "example.org/b", "v1.0.0", without}}); err == nil {
		t.Error("a part without a licence")
	}
}

// TestPackages: the parts of a page are those that its build has listed, wherever npm has put them,
// and each is in the lock file.
func TestPackages(t *testing.T) {
	web := t.TempDir()
	if err := os.Mkdir(filepath.Join(web, "node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(web, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("package-lock.json", `{"packages": {"node_modules/a": {"version": "1.0.0"}, `+
		`"node_modules/a/node_modules/@b/c": {"version": "2.0.0"}, "node_modules/d": {"version": "3.0.0"}}}`)
	if _, err := packages(web); err == nil || !strings.Contains(err.Error(), "make release builds the page again") {
		t.Errorf("a page that has no list: %v", err)
	}
	write("node_modules/.bundled.json", `["node_modules/a", "node_modules/a/node_modules/@b/c"]`)
	want := []part{
		{"npm", "a", "1.0.0", filepath.Join(web, "node_modules", "a")},
		{"npm", "@b/c", "2.0.0", filepath.Join(web, "node_modules", "a", "node_modules", "@b", "c")},
	}
	if parts, err := packages(web); err != nil || !slices.Equal(parts, want) {
		t.Errorf("%v %v, want %v", parts, err, want)
	}
	write("node_modules/.bundled.json", `["node_modules/stranger"]`)
	if _, err := packages(web); err == nil {
		t.Error("a package that the lock file does not have")
	}
}

// TestParts: every part of the program and its page has a licence.
func TestParts(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	if _, err := os.Stat(filepath.Join("web", "node_modules", ".bundled.json")); err != nil {
		t.Skip("the page has not been built here: make page")
	}
	parts, err := partsOf([]target{{"linux", "amd64"}})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range parts {
		names[p.Name] = true
	}
	for _, name := range []string{"svelte", "three", "std", "modernc.org/sqlite"} {
		if !names[name] {
			t.Errorf("%s is not among the parts", name)
		}
	}
	if _, err := licencesOf(parts); err != nil {
		t.Error(err)
	}
}
