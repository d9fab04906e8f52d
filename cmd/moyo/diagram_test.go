package main

import (
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestDiagram draws a game in every format, and parts of it.
func TestDiagram(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	in := filepath.Join(dir, "in.sgf")
	const text = "(;SZ[9]PB[Ada]PW[Bo]RE[B+R];B[ee];W[cc]C[so];B[gg]TR[aa](;W[cg];B[gc])(;W[aa]))(;GM[4]SZ[15];B[hh])"
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	draw := func(name string, flags ...string) string {
		out := filepath.Join(dir, name)
		code, said, errs := moyo(t, append([]string{"diagram", in, "-o", out}, flags...)...)
		if code != exitDone || said != out+": drawn\n" {
			t.Fatalf("%v: code %d: %s%s", flags, code, said, errs)
		}
		return contents(t, out)
	}
	stones := func(svg string) int { return strings.Count(svg, "url(#light") }
	if svg := draw("all.svg"); stones(svg) != 5 || !strings.Contains(svg, "Ada – Bo") || strings.Contains(svg, ">2</text><") {
		t.Errorf("%d stones: %s", stones(svg), svg)
	}
	svg := draw("part.svg", "--move", "3", "--from", "2", "--title", "Opening")
	if plain := draw("plain.svg", "--move", "3", "--title", "Opening"); stones(svg) != 3 || stones(plain) != 3 ||
		strings.Count(svg, ">2<") != strings.Count(plain, ">2<")+1 || strings.Count(svg, ">3<") != strings.Count(plain, ">3<")+1 ||
		strings.Count(svg, ">1<") != strings.Count(plain, ">1<") {
		t.Errorf("numbers: %s", svg)
	}
	if other := draw("other.svg", "--game", "2"); stones(other) != 1 {
		t.Errorf("%s", other)
	}
	if png := draw("x.PNG"); !strings.HasPrefix(png, "\x89PNG") {
		t.Error("no PNG")
	}
	if pdf := draw("x.pdf", "--figure", "2"); !strings.HasPrefix(pdf, "%PDF") {
		t.Error("no PDF")
	}
	if g, err := gif.DecodeAll(strings.NewReader(draw("x.gif", "--from", "3", "--size", "200"))); err != nil || len(g.Image) != 4 {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"-o", "x.bmp"}, ".pdf"}, {[]string{"-o", "x.svg", "--game", "3"}, "games 1 to 2"},
		{[]string{"-o", "x.svg", "--move", "9"}, "5 moves"},
		{[]string{"-o", "x.svg", "--from", "6"}, "moves 1 to 5"}, {[]string{"-o", "x.svg", "--figure", "0"}, "--figure"}, {nil, "out"},
		{[]string{"-o", "x.svg", "--size", "63"}, "64 to 4096"}, {[]string{"-o", "x.pdf", "--size", "4097"}, "64 to 4096"},
		{[]string{"-o", "x.gif", "--size=-1"}, "64 to 4096"},
	} {
		if code, _, errs := moyo(t, append([]string{"diagram", in}, c.flags...)...); code != exitWrongUse || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d: %s", c.flags, code, errs)
		}
	}
	if code, _, errs := moyo(t, "diagram", filepath.Join(dir, "none.sgf"), "-o", filepath.Join(dir, "y.svg")); code != exitFailed {
		t.Errorf("code %d: %s", code, errs)
	}
}
