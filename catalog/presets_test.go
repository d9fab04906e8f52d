package catalog

import (
	"slices"
	"testing"
)

// TestPresets starts the game of every preset.
func TestPresets(t *testing.T) {
	for _, g := range Games() {
		for _, p := range g.Presets {
			r, err := Rules(p.Rules)
			if err != nil {
				t.Errorf("%s: %v", p.Title, err)
				continue
			}
			if nameOf(r.ID()) != g.ID || p.Title == "" || p.Text == "" {
				t.Errorf("preset %+v of %s is incomplete or of another game", p, g.ID)
			}
			b, err := Board(p.Board, nil)
			if err == nil {
				_, err = r.New(b)
			}
			if err != nil {
				t.Errorf("%s: %v", p.Title, err)
			}
		}
	}
}

// TestMainPreset compares the main preset of each game.
func TestMainPreset(t *testing.T) {
	var ids []string
	for _, g := range Games() {
		if p := g.MainPreset(); p != nil {
			ids = append(ids, Key(g.ID, p.ID))
		}
	}
	want := []string{
		"connect4.connect-four", "capturefive.capture-five", "atari-go.first-capture", "pente.pente", "pentalath.pentalath", "nogo.nogo",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
}
