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

// handbook is the document with the table of limits for operators.
const handbook = "../docs/operate.md"

// TestHandbook checks that the handbook has the table of all declared limits; -update writes it.
func TestHandbook(t *testing.T) {
	text, err := os.ReadFile(handbook)
	if err != nil {
		t.Fatal(err)
	}
	const head = "\n## Limits\n"
	const columns = "| name | default | what |\n|---|---|---|\n"
	before, rest, found := strings.Cut(string(text), columns)
	_, after, ended := strings.Cut(rest, "\n\n")
	if !found || !ended || !strings.Contains(before, head) {
		t.Fatalf("%s has no table of limits", handbook)
	}
	var table strings.Builder
	for _, d := range limit.Declared(&Limits{}) {
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", d.Name, d.Default, d.Help)
	}
	want := before + columns + table.String() + "\n" + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("the table of limits in %s is another than is declared; -update writes it", handbook)
	}
	if err := os.WriteFile(handbook, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLimits: operators can set every limit by a unique name, and each has a default.
func TestLimits(t *testing.T) {
	names := map[string]bool{}
	var l Limits
	for _, d := range limit.Declared(&l) {
		if names[d.Name] || d.Help == "" {
			t.Errorf("%+v is declared twice, or has no help", d)
		}
		names[d.Name] = true
	}
	if len(names) < 70 {
		t.Errorf("%d limits", len(names))
	}
	everyField(t, "", reflect.ValueOf(l.WithDefaults()), func(path string, v reflect.Value, tag reflect.StructTag) {
		if v.IsZero() {
			t.Errorf("%s is zero", path)
		}
		if path != "Searches" && !strings.HasPrefix(path, "Storage.") && tag.Get("limit") == "" && tag.Get("shared") == "" {
			t.Errorf("operators cannot set %s", path)
		}
	})
	usual := l.WithDefaults()
	if usual.Rooms != 5000 || usual.Teams.New != (limit.Quota{Daily: 20, AtOnce: 10}) ||
		usual.Studies.Memory != 512<<20 || usual.Archives != 1.0/600 || usual.IdleRoom != time.Minute ||
		usual.Teams.Lists != usual.Lists || usual.Studies.Idle != time.Minute {
		t.Errorf("%+v", usual)
	}
}

func everyField(t *testing.T, path string, v reflect.Value, visit func(string, reflect.Value, reflect.StructTag)) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[limit.Quota]() {
			everyField(t, path+f.Name+".", v.Field(i), visit)
		} else {
			visit(path+f.Name, v.Field(i), f.Tag)
		}
	}
}

// TestSetLimit accepts operators' values, and refuses others with a reason.
func TestSetLimit(t *testing.T) {
	var l Limits
	for name, value := range map[string]string{
		"rooms": "7", "requests": "0.5", "solve-time": "90s", "solver-memory": "128MiB", "open-games": "10/3",
	} {
		if err := l.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	want := Limits{Rooms: 7, Requests: 0.5, SolveTime: 90 * time.Second, SolverMemory: 128 << 20, OpenGames: limit.Quota{Daily: 10, AtOnce: 3}}
	if l != want {
		t.Errorf("%+v, want %+v", l, want)
	}
	for _, c := range []struct{ name, value, words string }{
		{"room", "7", `unknown limit "room": want one of accounts,`},
		{"rooms", "0", "limit rooms=0: want a whole number"}, {"rooms", "-1", "whole number"},
		{"rooms", "1e3", "whole number"}, {"rooms", "9999999999", "whole number"},
		{"requests", "NaN", "limit requests=NaN: want a number from"}, {"requests", "+Inf", "number"},
		{"requests", "0", "number"}, {"requests", "", "number"},
		{"solve-time", "90", "such as 20s"}, {"solve-time", "0s", "such as 20s"}, {"solve-time", "48h", "24h"},
		{"solver-memory", "64", "64MiB"}, {"solver-memory", "64MB", "64MiB"}, {"solver-memory", "9999999MiB", "64MiB"},
		{"open-games", "400", "such as 400/40"}, {"open-games", "400/0", "such as 400/40"}, {"open-games", "/4", "such as 400/40"},
	} {
		if err := new(Limits).Set(c.name, c.value); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s=%s: %v, want %q", c.name, c.value, err, c.words)
		}
	}
}
