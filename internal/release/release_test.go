package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPack: an archive is the same bytes each time, and has the program in it as it was.
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

// TestLicences: a part without a licence is not given to anybody.
func TestLicences(t *testing.T) {
	with, without := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"Licence.md": "do what you like\r\n", "NOTICE": "by somebody", "license_test.go": "package x"} {
		if err := os.WriteFile(filepath.Join(with, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := licencesOf([]part{{"golang", "example.org/a", "v1.2.3", with}})
	if err != nil || !strings.Contains(string(all), "example.org/a v1.2.3") || !strings.Contains(string(all), "do what you like\n") || !strings.Contains(string(all), "by somebody") {
		t.Errorf("%s %v", all, err)
	}
	if _, err := licencesOf([]part{{"golang", "example.org/b", "v1.0.0", without}}); err == nil {
		t.Error("a part without a licence")
	}
}
