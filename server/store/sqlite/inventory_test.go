package sqlite

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestInventory checks that docs/storage.md lists every table with its bound and retention. It
// fails for a new table until these are decided.
func TestInventory(t *testing.T) {
	text, err := os.ReadFile("../../../docs/storage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text2, _ := strings.Cut(string(text), "## The inventory")
	section, _, _ := strings.Cut(text2, "\n## ")
	var listed []string
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 7 {
			for _, name := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[2], -1) {
				listed = append(listed, name[1])
			}
			if kept := strings.TrimSpace(cells[5]); kept == "" || strings.TrimSpace(cells[3]+cells[4]) == "" && cells[1] != " the server's own " {
				t.Errorf("a row without a bound or an age: %s", line)
			}
		}
	}
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var have []string
	for _, c := range columnsOf(t, s) {
		if !slices.Contains(have, c.Table) {
			have = append(have, c.Table)
		}
	}
	slices.Sort(listed)
	slices.Sort(have)
	if !slices.Equal(listed, have) {
		t.Errorf("docs/storage.md lists\n%v\nand the database has\n%v", listed, have)
	}
}
