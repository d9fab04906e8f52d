package gtp

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestLoadRecords loads 500 records of many programs with loadsgf and compares
// stones, captures and side to move with the results of two other programs.
func TestLoadRecords(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := filepath.Join(testenv.SharedData(t), "sgf")
	f, err := os.Open(filepath.Join(dir, "replay.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cfg := testConfig(&firstMove{})
	cfg.StartRules = "weiqi:ko=simple,suicide=yes"
	cfg.Open = func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }
	count := 0
	for scan := bufio.NewScanner(f); scan.Scan(); {
		row := strings.Split(scan.Text(), "\t")
		if strings.HasPrefix(scan.Text(), "#") || len(row) != 7 {
			continue
		}
		count++
		out := serve(t, cfg, "loadsgf "+row[0]+"\nquery_boardsize\ncaptures b\ncaptures w\nlist_stones b\nlist_stones w\n")
		replies := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
		for i, want := range []string{row[2], row[1], row[3], row[4], row[5], row[6]} {
			got := strings.Fields(strings.TrimPrefix(replies[i], "="))
			words := strings.Fields(want)
			slices.Sort(got)
			slices.Sort(words)
			if !slices.Equal(got, words) {
				t.Errorf("%s, reply %d: %q, want %q", row[0], i+1, replies[i], want)
				break
			}
		}
	}
	if count != 500 {
		t.Errorf("%d records, want 500", count)
	}
}
