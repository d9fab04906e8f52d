package draw

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"moyo/game"
)

// TestCard draws boards of every kind with texts of every length. All cards have one size.
func TestCard(t *testing.T) {
	for _, spec := range []string{
		"grid:9", "grid:19", "grid:30x3", "path:1", "hex:6", "torus:9x9", "sphere:12x8", "cube:5", "klein:12x9", "grid:99x99", "grid:70x70",
	} {
		b := parse(t, spec)
		stones := make([]game.Color, b.Len())
		for q := range stones {
			stones[q] = game.Color(q * 7 % 3)
		}
		lines := []CardLine{{"Ada", game.Black}, {strings.Repeat("A very long name ", 9), game.White}, {"Move 34, White to play", game.Empty}}
		p, err := Card(b, Options{Stones: stones, Marks: []Mark{{Point: 0, Kind: Last}}}, b.Title(), lines)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := p.PNG(&out); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil || img.Bounds().Dx() != CardWidth || img.Bounds().Dy() != CardHeight {
			t.Errorf("%s: %v, %v", spec, img.Bounds(), err)
		}
	}
	if _, err := Card(parse(t, "grid:3"), Options{Stones: make([]game.Color, 3)}, "", nil); err == nil {
		t.Error("three stones for nine points")
	}
}

// TestFitted cuts texts that do not fit.
func TestFitted(t *testing.T) {
	face, err := faceOf(36)
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"": "", "Ada": "Ada", "Ada Lovelace": "Ada…", strings.Repeat("i", maxLabel+1): "iiiiiiiiiiiiii",
	} {
		got := fitted(face, value, 100*64+64)
		if got != want && !(len(value) > maxLabel && strings.HasPrefix(got, "iiii") && strings.HasSuffix(got, "…")) {
			t.Errorf("%.20q: %q, want %q", value, got, want)
		}
	}
	if got := fitted(face, "Ada", 0); got != "…" {
		t.Errorf("without room: %q", got)
	}
}

// TestWritable compares characters that the typeface has and lacks.
func TestWritable(t *testing.T) {
	for text, want := range map[string]bool{"": true, "Ada": true, "Łukasz Δ Ж": true, "李世乭": false, "Ada ⚫": false} {
		if Writable(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
