package errtext_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"moyo/internal/errtext"
)

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 0, ""},
		{"", 3, ""},
		{"grid:19", 7, "grid:19"},
		{"grid:19", 6, "grid:1..."},
		{"grid:19", 0, "..."},
		{"möbius", 7, "möbius"},
		{"möbius", 3, "mö..."},
		{"möbius", 2, "m..."},
		{"囲碁", 5, "囲..."},
		{"囲碁", 2, "..."},
		{"\xff\xff\xff", 2, "\xff\xff..."},
	} {
		if got := errtext.Clip(c.text, c.most); got != c.want {
			t.Errorf("%q to %d bytes is %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"torus", "torus", 0},
		{"toros", "torus", 1},
		{"kitten", "sitting", 3},
		{"hexagon", "hex", 4},
		{"ab", "ba", 2}, // no swaps
		{"abc", "bcd", 2},
		{strings.Repeat("a", 65), strings.Repeat("a", 65), 65},
		{strings.Repeat("a", 64), strings.Repeat("a", 63) + "b", 1},
	} {
		if got := errtext.EditDistance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q are %d steps, want %d", c.a, c.b, got, c.want)
		}
		if got := errtext.EditDistance(c.b, c.a); got != c.want {
			t.Errorf("from %q to %q are %d steps, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word            string
		known           []string
		index, distance int
	}{
		{"weichi", []string{"gomoku", "weiqi", "pente"}, 1, 2},
		{"b", []string{"a", "c"}, 0, 1}, // the first of several
		{"pente", []string{"pente"}, 0, 0},
		{"x", nil, -1, 0},
	} {
		if i, d := errtext.Nearest(c.word, c.known); i != c.index || d != c.distance {
			t.Errorf("nearest to %q in %v is %d at %d, want %d at %d", c.word, c.known, i, d, c.index, c.distance)
		}
	}
}

func FuzzClip(f *testing.F) {
	f.Add("möbius", 2)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 0 {
			return
		}
		got := errtext.Clip(text, most)
		if len(got) > min(len(text), most)+3 || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q to %d bytes is %q", text, most, got)
		}
	})
}

func Example() {
	known := []string{"torus", "cylinder", "sphere"}
	near, _ := errtext.Nearest("spere", known)
	fmt.Printf("unknown kind %q; did you mean %s?\n", errtext.Clip("spere", 20), known[near])
	// Output: unknown kind "spere"; did you mean sphere?
}
