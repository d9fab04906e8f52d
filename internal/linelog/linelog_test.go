package linelog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/linelog"
)

// open opens a log and returns its lines.
func open(t *testing.T, path string) (*linelog.Log, []string, error) {
	t.Helper()
	var lines []string
	l, err := linelog.Open(path, 1<<17, func(number int, text []byte) error {
		if number != len(lines)+1 {
			t.Errorf("line %d came after %d others", number, len(lines))
		}
		if strings.HasPrefix(string(text), "bad") {
			return fmt.Errorf("%.9q is bad", text)
		}
		lines = append(lines, strings.TrimSuffix(string(text), "\n"))
		return nil
	})
	return l, lines, err
}

// TestTorn cuts a log at every byte: all lines before the cut are kept, and new ones follow them.
func TestTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	long := strings.Repeat("x", 1<<16)
	l, _, err := open(t, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{1, "two", long} {
		if err := l.Append(v); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 1, 2, 3, 7, 8, 9, 1 << 16, len(whole) - 1, len(whole)} {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		want := strings.Count(string(whole[:cut]), "\n")
		l, lines, err := open(t, path)
		if err != nil || len(lines) != want {
			t.Fatalf("cut at %d: %d lines, %v, want %d", cut, len(lines), err, want)
		}
		if err := l.Append("new"); err != nil {
			t.Fatal(err)
		}
		l.Close()
		if data, err := os.ReadFile(path); err != nil ||
			string(data) != string(whole[:strings.LastIndex(string(whole[:cut]), "\n")+1])+"\"new\"\n" {
			t.Fatalf("cut at %d and added to, the file has %d bytes and ends with %.20q, %v", cut, len(data), data[max(0, len(data)-20):], err)
		}
		l, lines, err = open(t, path)
		if err != nil || len(lines) != want+1 || lines[want] != `"new"` {
			t.Fatalf("cut at %d and added to: %q, %v", cut, lines, err)
		}
		l.Close()
	}
}

// TestBadLines reports which line is bad, or too long.
func TestBadLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for text, want := range map[string]string{
		"1\nbad\n2\n":                           `log: line 2: "bad\n" is bad`,
		"1\n" + strings.Repeat("x", 1<<18):      "log: line 2: more than 131072 bytes", // torn, but not written by a program
		strings.Repeat("x", 1<<18) + "\n" + "1": "log: line 1: more than 131072 bytes",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, _, err := open(t, path)
		if err == nil {
			l.Close()
		}
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.9q: %v, want %q", text, err, want)
		}
	}
}
