package server

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"moyo/server/base/limit"
)

// TestLimitTable has a row for each limit, with its default, and each row in the
// operators' handbook.
func TestLimitTable(t *testing.T) {
	handbook, err := os.ReadFile("../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	var l Limits
	usual := l.WithDefaults()
	rows := map[any]string{} // by field
	for i, r := range limitTable {
		if i > 0 && limitTable[i-1].name >= r.name {
			t.Errorf("%s stands behind %s", r.name, limitTable[i-1].name)
		}
		field := r.field(&l)
		if first := rows[field]; first != "" {
			t.Errorf("%s and %s are the same limit", first, r.name)
		}
		rows[field] = r.name
		if line := fmt.Sprintf("| `%s` | %s | %s |\n", r.name, r.usual, r.text); !strings.Contains(string(handbook), line) {
			t.Errorf("docs/operate.md lacks this line of its table of limits:\n%s", line)
		}
		if !strings.ContainsAny(r.usual[:1], "0123456789") {
			continue // depends on the machine
		}
		var set Limits
		if err := set.Set(r.name, r.usual); err != nil {
			t.Error(err)
		}
		got, want := reflect.ValueOf(r.field(&set)).Elem().Interface(), reflect.ValueOf(r.field(&usual)).Elem().Interface()
		if r.name == "archives" {
			continue // which is written shorter than it is
		}
		if got != want {
			t.Errorf("the default of %s is said to be %v, and is %v", r.name, got, want)
		}
	}
	fields := reflect.ValueOf(&l).Elem()
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		if name != "Searches" && name != "Storage" && rows[fields.Field(i).Addr().Interface()] == "" {
			t.Errorf("operators cannot set the limit %s: it has no row", name)
		}
	}
	_, section, _ := strings.Cut(string(handbook), "\n## Limits\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if n := strings.Count(section, "\n| `"); n != len(limitTable) {
		t.Errorf("%d rows in the handbook, %d limits", n, len(limitTable))
	}
}

// TestSetLimit takes what operators write, and refuses the rest with a reason.
func TestSetLimit(t *testing.T) {
	var l Limits
	for name, value := range map[string]string{"rooms": "7", "requests": "0.5", "solve-time": "90s", "solver-memory": "128MiB", "open-games": "10/3"} {
		if err := l.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	want := Limits{Rooms: 7, Requests: 0.5, SolveTime: 90 * time.Second, SolverMemory: 128 << 20, OpenGames: limit.Quota{Daily: 10, AtOnce: 3}}
	if l != want {
		t.Errorf("%+v, want %+v", l, want)
	}
	for _, c := range []struct{ name, value, words string }{
		{"room", "7", `limit "room": there is none of that name; want one of accounts,`},
		{"rooms", "0", "limit rooms=0: want a whole number"}, {"rooms", "-1", "whole number"}, {"rooms", "1e3", "whole number"}, {"rooms", "9999999999", "whole number"},
		{"requests", "NaN", "limit requests=NaN: want a number from"}, {"requests", "+Inf", "number"}, {"requests", "0", "number"}, {"requests", "", "number"},
		{"solve-time", "90", "such as 20s"}, {"solve-time", "0s", "such as 20s"}, {"solve-time", "48h", "24h"},
		{"solver-memory", "64", "64MiB"}, {"solver-memory", "64MB", "64MiB"}, {"solver-memory", "9999999MiB", "64MiB"},
		{"open-games", "400", "such as 400/40"}, {"open-games", "400/0", "such as 400/40"}, {"open-games", "/4", "such as 400/40"},
	} {
		if err := new(Limits).Set(c.name, c.value); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s=%s: %v, want %q", c.name, c.value, err, c.words)
		}
	}
}
