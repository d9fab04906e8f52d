package catalog

import (
	"slices"
	"testing"

	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/weiqi"
)

// TestRuleSets compares the named rule sets with the published comparisons, and finds
// each again by its name in records.
func TestRuleSets(t *testing.T) {
	want := []struct {
		id, recorded string
		rules        weiqi.Rules
	}{
		{"chinese", "Chinese", weiqi.Rules{Komi: 7.5}},
		{"japanese", "Japanese", weiqi.Rules{Komi: 6.5, Scoring: weiqi.Territory, Ko: weiqi.SimpleKo}},
		{"aga", "AGA", weiqi.Rules{Komi: 7.5, Ko: weiqi.SituationalKo}},
		{"new-zealand", "NZ", weiqi.Rules{Komi: 7, Ko: weiqi.SituationalKo, Suicide: true}},
		{"tromp-taylor", "Tromp-Taylor", weiqi.Rules{Komi: 7.5, Suicide: true}},
	}
	sets := GameOf(weiqi.Name).RuleSets
	if len(sets) != len(want) {
		t.Fatalf("%d sets, want %d", len(sets), len(want))
	}
	for i, w := range want {
		r, err := Rules(sets[i].Rules)
		if err != nil || sets[i].ID != w.id || r.ID() != w.rules.ID() || sets[i].Rules != r.ID() {
			t.Errorf("%s is %q (%v), want %s of %q", sets[i].ID, sets[i].Rules, err, w.id, w.rules.ID())
			continue
		}
		g := sgf.New()
		record.SetRules(g, r.ID(), 0)
		if name := g.Root.SimpleText("RU"); name != w.recorded {
			t.Errorf("records call %s %q, want %q", w.id, name, w.recorded)
		}
	}
}

// TestRuleSetsOfGames: every set has its texts, uses options of its game, and differs
// from the others in more than komi.
func TestRuleSetsOfGames(t *testing.T) {
	for _, g := range Games() {
		met := map[string]string{}
		for _, s := range g.RuleSets {
			if s.ID == "" || s.Title == "" || s.Text == "" || nameOf(s.Rules) != g.ID {
				t.Errorf("%s: %+v is incomplete or of another game", g.ID, s)
			}
			for option := range valuesOf(s.Rules) {
				if !slices.ContainsFunc(g.Options, func(o Option) bool { return o.ID == option }) {
					t.Errorf("%s has no option %q", g.ID, option)
				}
			}
			played := WithHandicap(s.Rules, 0, 0)
			if other, twice := met[played]; twice {
				t.Errorf("%s and %s are the same", other, s.ID)
			}
			met[played] = s.ID
		}
	}
}
