package server

import (
	"slices"
	"testing"

	"moyo/catalog"
)

// TestGameEntries checks the parts of game entries that a page cannot learn
// otherwise.
func TestGameEntries(t *testing.T) {
	t.Parallel()
	entries := gameEntries()
	at := func(id string) GameEntry {
		return entries[slices.IndexFunc(entries, func(g GameEntry) bool { return g.ID == id })]
	}
	for _, g := range entries {
		if g.Board == "" || g.HowToPlay == "" || g.Sample.Board == "" || len(g.Sample.Black) == 0 || len(g.Sample.White) == 0 {
			t.Errorf("%s: %+v", g.ID, g)
		}
	}
	if g := at("connect4"); !g.Falls || !g.NeedsLines || g.Board != "grid:7x6" {
		t.Errorf("%+v", g)
	}
	if g := at("nogo"); g.Falls || g.NeedsLines || len(g.Options) != 0 || g.Board != "grid:9" {
		t.Errorf("%+v", g)
	}
	renju := Setting{Option: "rule", Value: "renju"}
	for _, o := range at("gomoku").Options {
		only, never := o.Only != nil && *o.Only == renju, o.Never != nil && *o.Never == renju
		if only != (o.ID == "forbidden") || never != (o.ID == "n") || o.Common != (o.ID == "rule" || o.ID == "opening") {
			t.Errorf("%+v", o)
		}
	}
	if sets := at("weiqi").RuleSets; len(sets) != 5 || sets[1].ID != "weiqi.japanese" ||
		sets[1].Title != "Japanese" || sets[1].Rules == "" || len(at("nogo").RuleSets) != 0 {
		t.Errorf("%+v", sets)
	}
	if len(at("gomoku").Variants) != 4 || len(catalog.TermIDs()) < 28 {
		t.Errorf("%d variants, %d terms", len(at("gomoku").Variants), len(catalog.TermIDs()))
	}
}
