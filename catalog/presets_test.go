package catalog

import "testing"

// TestPresets begins the game of every preset.
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
