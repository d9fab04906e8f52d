package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parse reads a module of the given files.
func parse(t *testing.T, files map[string]string) *module {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, err := read(slices.Sorted(maps.Keys(files)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTiming(t *testing.T) {
	for body, want := range map[string]string{
		`time.Sleep(time.Hour)`:                                             "sleep",
		`_ = time.Since(start) < time.Second`:                               "elapsed",
		`for time.Now().Before(end) {}`:                                     "elapsed",
		`_ = end.After(time.Now())`:                                         "elapsed",
		`_ = time.Now().Sub(start)`:                                         "elapsed",
		`<-time.After(50 * time.Millisecond)`:                               "wait",
		`<-time.After(time.Second * 5)`:                                     "wait",
		`<-time.After(10 * time.Second)`:                                    "",
		`<-time.After(time.Minute)`:                                         "",
		`context.WithTimeout(ctx, 2*time.Second)`:                           "wait",
		`context.WithTimeout(ctx, patience)`:                                "",
		`conn.SetReadDeadline(time.Now().Add(time.Second))`:                 "wait",
		`net.Listen("tcp", "127.0.0.1:8080")`:                               "port",
		`net.Listen("tcp", "[::1]:9")`:                                      "port",
		`net.Listen("tcp", ":0")`:                                           "",
		`synctest.Test(t, func(t *testing.T) { time.Sleep(1) })`:            "",
		`synctest.Test(t, func(t *testing.T) { net.Listen("tcp", ":80") })`: "port",
		`synctest.Test(t, inside)`:                                          "",
		`synctest.Test(t, both); both(t)`:                                   "sleep",
	} {
		m := parse(t, map[string]string{"a/a_test.go": "package a\nfunc TestA(t *testing.T) { " + body + " }\n" +
			"func inside(t *testing.T) { deeper() }\nfunc deeper() { time.Sleep(1) }\nfunc both(t *testing.T) { _ = 0 }\n" +
			"func wrap(t *testing.T, f func()) { synctest.Test(t, func(t *testing.T) { f() }) }\nfunc other(t *testing.T, f func()) { f() }\n"})
		if strings.Contains(body, "both") {
			m = parse(t, map[string]string{
				"a/a_test.go": "package a\nfunc TestA(t *testing.T) { " + body + " }\nfunc both(t *testing.T) { time.Sleep(1) }\n",
			})
		}
		var rules []string
		for key := range m.timing() {
			if fields := strings.Fields(key); fields[1] != "deeper" || strings.Contains(body, "inside") {
				rules = append(rules, fields[2])
			}
		}
		if got := strings.Join(rules, " "); got != want {
			t.Errorf("%s: found %q, want %q", body, got, want)
		}
	}
}

// TestTimingWhere checks files and functions with special rules.
func TestTimingWhere(t *testing.T) {
	sleeps := "{ time.Sleep(1) }\n"
	m := parse(t, map[string]string{
		"a/a.go":           "package a\nfunc A() " + sleeps,
		"a/a_test.go":      "package a\nfunc BenchmarkA(b *testing.B) " + sleeps + "func unused() " + sleeps + "func Test(t *testing.T) {}\n",
		"a/atest/atest.go": "package atest\nfunc Run(t *testing.T) " + sleeps,
	})
	want := []string{"a/a_test.go unused sleep", "a/atest/atest.go Run sleep"}
	if got := slices.Sorted(maps.Keys(m.timing())); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int{
		"// " + strings.Repeat("ü", maxLine-3) + "\n":                                        0,
		"// " + strings.Repeat("ü", maxLine-2) + "\n":                                        1,
		"type t struct {\n\tf int `" + strings.Repeat("x", maxLine) + "`\n}\n":               0,
		"type t struct {\n\tf int `x` // " + strings.Repeat("x", maxLine) + "\n}\n":          1,
		"var s = `" + strings.Repeat("x", maxLine) + "`\n":                                   1,
		"func f() {" + strings.Repeat("\n", maxFunction-1) + "}\n":                           0,
		"func f() {" + strings.Repeat("\n", maxFunction) + "}\n":                             1,
		"var f = func() {" + strings.Repeat("\n", maxFunction) + "}\n":                       1,
		"// f is long.\nfunc f() {\n" + strings.Repeat("\tg()\n", maxFunction-2) + "}\n\n\n": 0,
	} {
		m := parse(t, map[string]string{"a/a.go": "package a\n", "a/a_test.go": "package a\n\n" + text})
		if got, err := m.oversized(); err != nil || len(got) != want {
			t.Errorf("%s: %d faults, want %d: %q, %v", text, len(got), want, got, err)
		}
	}
}

func TestAllowed(t *testing.T) {
	m := parse(t, map[string]string{"a/a_test.go": "package a\nfunc TestA(t *testing.T) { time.Sleep(1); time.Sleep(2) }\n"})
	for allowed, want := range map[string]int{
		"": 2, // both places
		"# why\n\na/a_test.go TestA sleep 2 since it must\n": 0,
		"a/a_test.go TestA sleep 1 since it must\n":          2,
		"a/a_test.go TestA sleep 3 since it must\n":          1, // the list must shrink
		"a/a_test.go TestA sleep 2\n":                        3, // no reason, and both places
		"a/a_test.go TestB sleep 1 since it must\n":          3,
	} {
		if got := compare(m.timing(), allowed); len(got) != want {
			t.Errorf("%q: %d faults, want %d:\n%s", allowed, len(got), want, strings.Join(got, "\n"))
		}
	}
}

func TestRace(t *testing.T) {
	test := "package p\nfunc TestP(t *testing.T) {}\n"
	spared := "package p\nfunc TestFull(t *testing.T) {}\nfunc TestSpared(t *testing.T) { helper(t) }\n" +
		"func helper(t *testing.T) { testenv.SkipUnderRace(t) }\nfunc TestRounds(t *testing.T) { for range testenv.Rounds(9, 1) {} }\n"
	m := parse(t, map[string]string{
		"plain/p.go": "package p\nvar x = sync.OnceValue(f)\n", "plain/p_test.go": test + "func f() { go f(); var m sync.Mutex }\n",
		"starts/p.go": "package p\nfunc f() { go f() }\n", "starts/p_test.go": spared,
		"locks/p.go": "package p\nvar m sync.Mutex\n", "locks/p_test.go": test,
		"counts/p.go": "package p\nvar n atomic.Int64\n", "counts/p_test.go": test,
		"server/p.go": "package p\n", "server/p_test.go": test,
		"server/x/p.go": "package p\n", "server/x/p_test.go": test,
		"serverless/p.go": "package p\n", "serverless/p_test.go": test,
		"untested/p.go": "package p\nvar m sync.Mutex\n",
	})
	if got, want := strings.Join(dirs(m.watched()), " "), "./starts ./counts ./locks ./server ./server/x"; got != want {
		t.Errorf("watched: %s, want %s", got, want)
	}
	want := []string{"./plain ./serverless", "-run ^(TestRounds|TestSpared)$ ./starts"}
	if got := m.plain(); !slices.Equal(got, want) {
		t.Errorf("plain: %q, want %q", got, want)
	}
}

func TestChanged(t *testing.T) {
	test := "package p\nfunc TestP(t *testing.T) {}\n"
	m := parse(t, map[string]string{
		"p_test.go": test,
		"a/p.go":    "package p\n", "a/p_test.go": test,
		"b/p.go": "package p\nimport \"moyo/a\"\n", "b/p_test.go": test,
		"c/p.go": "package p\nimport \"moyo/b\"\n", "c/p_test.go": test,
		"d/p.go":       "package p\nimport \"moyo/a\"\n",
		"web/embed.go": "package web\n", "web/embed_test.go": test,
	})
	for changed, want := range map[string]string{
		"a/p.go":                "./a ./b",
		"a/testdata/x/y.txt":    "./a ./b",
		"c/p_test.go d/new.sql": "./c",
		"web/src/App.svelte":    "",
		"web/embed.go":          "./web",
		"README.md":             "",
		"p_test.go":             "./.",
	} {
		if got := strings.Join(dirs(m.changed(strings.Fields(changed))), " "); got != want {
			t.Errorf("%s: %q, want %q", changed, got, want)
		}
	}
}
