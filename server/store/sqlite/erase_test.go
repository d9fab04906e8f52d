package sqlite

import (
	"strings"
	"testing"

	"moyo/server"
	"moyo/server/store/storetest"
)

func TestEraseEveryColumn(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	count := func(c storetest.Column, condition string, args ...any) (n int) {
		condition = strings.ReplaceAll(condition, "COLUMN", `"`+c.Name+`"`)
		if err := s.readers.QueryRowContext(t.Context(), `SELECT count(*) FROM `+c.Table+` WHERE `+condition, args...).Scan(&n); err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		return n
	}
	storetest.EraseEveryColumn(t, s, storetest.Inspector{
		Columns: columnsOf(t, s),
		Count: func(c storetest.Column, text string) int {
			if text == "" {
				return count(c, `true`)
			}
			return count(c, `instr(CAST(COLUMN AS TEXT), ?) > 0`, text)
		},
		Filled:  func(c storetest.Column) int { return count(c, `length(COLUMN) > 0`) },
		Erasure: server.Erasure,
	})
}

// columnsOf returns the columns of all tables, generated ones too.
func columnsOf(t *testing.T, s *Store) (all []storetest.Column) {
	t.Helper()
	rows, err := s.readers.QueryContext(t.Context(), `SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c storetest.Column
		var kind string
		if err := rows.Scan(&c.Table, &c.Name, &kind); err != nil {
			t.Fatal(err)
		}
		c.Text = strings.Contains(kind, "TEXT") || strings.Contains(kind, "BLOB")
		all = append(all, c)
	}
	return all
}
