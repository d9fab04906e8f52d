package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestWording(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("word ", maxSentence)
	for text, want := range map[string]string{
		"A name.":                             "",
		"Whoever comes may watch.":            "whoever",
		"It is of whomever.":                  "whoever",
		"For those who know.":                 "those-who",
		"Those\nwho know.":                    "those-who",
		"# Those who":                         "those-who",
		"It has so many\nmore.":               "so-many",
		"Nobody.":                             "nobody",
		"This nobodyish word.":                "",
		"`rematch.nobody`, nobody@localhost":  "",
		"isinstance(x, y) is None":            "",
		"What is none of it, and\nare none.":  "is-none is-none",
		"```\n" + long + "end\n```":           "",
		"    " + long + "end":                 "",
		long + "end":                          "long-sentence",
		long + "end. " + long + "end":         "long-sentence", // one for a paragraph
		strings.TrimSpace(long):               "",
		long[:60] + "\n" + long[60:] + "end.": "long-sentence",
		long[:60] + "\n\n" + long[60:]:        "",
		long[:60] + "\n- " + long[60:]:        "",
		"| " + long[:60] + "|" + long[60:]:    "",
		long + "`code` `more code`":           "long-sentence",
		long[:195] + "`with code`":            "",
		long[:195] + "[a](http://a b c d) ":   "",
	} {
		got := check(t, "a.md", text)
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWordingOfGo(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("word ", maxSentence) + "end"
	for text, want := range map[string]string{
		"// " + long:                            "long-sentence",
		"// " + long[:60] + "\n// " + long[60:]: "long-sentence",
		"// A line.\n//\n//\t" + long:           "",
		"/* " + long + " */":                    "long-sentence",
		"var x = `" + long + "`":                "",
		"var x = \"there is none\"":             "is-none",
		"// So\n// many words.":                 "so-many",
	} {
		if got := check(t, "a.go", "package a\n\n"+text+"\n"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// check returns the rules that a file breaks.
func check(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	found, err := wording([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for key, places := range found {
		for range places {
			rules = append(rules, strings.TrimPrefix(key, ". "))
		}
	}
	slices.Sort(rules)
	return strings.Join(rules, " ")
}

func TestCompareWords(t *testing.T) {
	found := map[string][]string{"a nobody": {"a/x.go:1", "a/x.go:2"}, "b whoever": {"b/y.go:3"}}
	for allowed, want := range map[string]string{
		"a nobody 2\nb whoever 1":               "",
		"# why\n\na nobody 2\nb whoever 1\n":    "",
		"a nobody 2":                            "b/y.go:3",
		"a nobody 1\nb whoever 1":               "a/x.go:2",
		"a nobody 3\nb whoever 1":               "words.txt:1",
		"a nobody 2\nb whoever 1\nc whoever 1":  "words.txt:3",
		"a nobody 2\nb whoever 1\nc nobody one": "words.txt:3",
		"a nobody\nb whoever 1":                 "words.txt:1",
	} {
		faults := strings.Join(compareWords(found, allowed), "\n")
		if want == "" && faults != "" || !strings.Contains(faults, want) {
			t.Errorf("%q: %q, want %q", allowed, faults, want)
		}
	}
}
