package sheet

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/client/terminal/files"
	"moyo/game"
	"moyo/solve/life/format"
)

func listed(t *testing.T, line string, about ...string) files.Listed {
	t.Helper()
	for it, err := range format.Read("test", strings.NewReader(line), board.Parse) {
		if err != nil {
			t.Fatal(err)
		}
		return files.Listed{Item: it, About: about}
	}
	t.Fatal("no problem")
	return files.Listed{}
}

const (
	corner = `{"id":"corner","size":5,"black":["ac","bc"],"white":["ab","ed"],` +
		`"to_move":"b","target":["ac"],"question":"live","region":["ac:bd"],"status":"win","answers":["ad"]}`
	// hexes have no columns and rows
	hex = `{"id":"hex","board":"honeycomb:2","black":["A1"],"white":[],"to_move":"w","target":["A1"],"question":"status","region":[]}`
)

// TestDraw draws the relevant part of a problem with its words, and with the solution on request.
func TestDraw(t *testing.T) {
	p := listed(t, corner, "12k", "corner", "live")
	for _, solution := range []bool{false, true} {
		picture, err := Draw([]files.Listed{p, p}, Options{Title: "Two", Columns: 5, Solution: solution})
		if err != nil {
			t.Fatal(err)
		}
		svg := picture.SVG()
		for _, want := range []string{">Two<", ">corner · 12k<", ">Black to live, grid:5<", ">corner live<", ">▲<"} {
			if !strings.Contains(svg, want) {
				t.Errorf("no %s", want)
			}
		}
		if strings.Contains(svg, ">1<") != solution {
			t.Errorf("solution %v: %s", solution, svg)
		}
		if n := strings.Count(svg, "url(#light"); n != 2*3 { // without the distant stone
			t.Errorf("%d stones", n)
		}
	}
}

// TestNoCells draws boards without columns and rows whole.
func TestNoCells(t *testing.T) {
	b, err := board.Parse("honeycomb:2")
	if err != nil {
		t.Fatal(err)
	}
	p := listed(t, strings.ReplaceAll(hex, "A1", b.Name(0)))
	picture, err := Draw([]files.Listed{p}, Options{Columns: 1})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(picture.SVG(), "<line"); n != b.EdgeCount() {
		t.Errorf("%d lines, the board has %d", n, b.EdgeCount())
	}
	if !strings.Contains(picture.SVG(), ">White to play, honeycomb:2<") {
		t.Error("the question has another text")
	}
}

// TestShown: without a region all stones are relevant.
func TestShown(t *testing.T) {
	p := listed(t, strings.Replace(corner, `"region":["ac:bd"],`, "", 1))
	points := shown(&p.Problem)
	far, _ := p.Board.Lookup("E2")
	if !slices.Contains(points, game.Point(far)) {
		t.Errorf("%v", points)
	}
}

func TestWrapped(t *testing.T) {
	long := strings.Repeat("x", perLine)
	if got := wrapped([]string{"a", "b", long, "c"}); !slices.Equal(got, []string{"a b", long, "c"}) {
		t.Errorf("%q", got)
	}
}

func TestTitle(t *testing.T) {
	for want, got := range map[string]string{
		"Ko: 1 problem": Title("Ko", 1, 1, 1), "Ko: 9 problems": Title("Ko", 1, 9, 9), "Ko: problems 5 to 9 of 12": Title("Ko", 5, 5, 12),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
