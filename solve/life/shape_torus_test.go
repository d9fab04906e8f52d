package life_test

import (
	"slices"
	"testing"

	"moyo/internal/testenv"
)

// torusShapes touch no edge, or go around the torus.
var torusShapes = []shape{
	{name: "square four", rows: []string{
		"_oooooo_",
		"oXXXXoo_",
		"oX..Xoo_",
		"oX..Xoo_",
		"oXXXXoo_",
		"ooooooo_",
		"________"},
		live: "dead", kill: "dead"},
	{name: "snapback", rows: []string{
		"ooooo_",
		"oX.oo_",
		"oX.xx_",
		"ooxx__",
		"______"},
		live: "alive: C3", kill: "dead: C3"},
	{name: "two-headed dragon", rows: twoHeadedDragon,
		live: "alive: pass", kill: "alive"},
	{name: "seki, two shared liberties", rows: []string{
		"_oXX.Ox_",
		"_oXX.Ox_",
		"_oXXOOx_"},
		live: "seki: pass", kill: "seki"},
	{name: "seki, an eye against an eye", rows: []string{
		"_oXXXXOOOx_",
		"_oX.X.O.Ox_",
		"_oXXXXOOOx_"},
		live: "seki: pass", kill: "seki"},
	{name: "seki of three groups without eyes", rows: []string{
		"xxxxxxxxx_",
		"xOOOOOOOx_",
		"xO.OOO.Ox_",
		"xOXXXXXOx_",
		"xOOOOOOOx_",
		"xxxxxxxxx_",
		"__________"},
		live: "seki: pass", kill: "seki"},
	{name: "direct ko", rows: []string{
		"_oX.XO.O.Ox_",
		"_oXXXXOOOOx_",
		"_oXXXXOOOOx_"},
		live: "ko, black takes first, 1: G3", kill: "dead: D3", large: true},
	{name: "approach-move ko", rows: []string{
		"_oX.XO.O.O.x_",
		"_oXXXXOOOOxx_",
		"_oXXXXOOOOxx_"},
		live: "ko, white takes first, 1: G3", kill: "dead: D3 G3", large: true},
	{name: "death by double ko", rows: []string{
		"_oXO.O.Ox_",
		"_oXXOOOOx_",
		"_oX.XOOOx_",
		"_oXXOOOOx_"},
		live: "dead", kill: "dead: pass D2", large: true},
	{name: "ten-thousand-year ko", rows: []string{
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oXX.Ox_",
		"_oXX.Ox_",
		"_oXXOOx_"},
		live: "ko, black takes first, 2: E5", kill: "ko, black takes first, 1: E3 E2"},
	{name: "double ko seki", rows: []string{
		"_oX.XO.O.Ox_",
		"_oXXXXOOOOx_",
		"_oXXX.XOOOx_",
		"_oXXXXOOOOx_"},
		live: "seki: pass G4", kill: "seki"},
	{name: "triple ko", rows: []string{
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oX.XOx_",
		"_oXXOOx_",
		"_oXO.Ox_",
		"_oXXOOx_"},
		live: "seki: E6 E2", kill: "dead: D4"},
}

// TestTorus solves the shapes that need no edge: the results are as on a grid.
func TestTorus(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range torusShapes {
		checkShape(t, c, onTorus(t, c.rows...))
	}
}

// TestAwayFromTheCorner: special properties of the corner apply only in the corner. The same stones on a torus, with a black
// wall in place of the board's sides, follow the rules for the size of the eye space, and the bent four is a seki.
func TestAwayFromTheCorner(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct{ name, live, kill string }{
		{"bent four in the corner", "seki", "seki"},
		{"bent four eye space in the corner", "alive", "alive"},
		{"rectangular six in the corner with a liberty", "alive", "alive"},
		{"rectangular eight in the corner", "alive", "alive"},
		{"square nine in the corner", "alive", "alive"},
		{"three in the corner", "alive", "dead"},
		{"bulky five in the corner", "alive", "dead"},
		{"pyramid four on the edge of the corner", "alive", "dead"},
	} {
		i := slices.IndexFunc(shapes(), func(s shape) bool { return s.name == c.name })
		if i < 0 {
			t.Fatalf("no shape %q", c.name)
		}
		moved := shape{name: c.name + ", on a torus", live: c.live, kill: c.kill}
		checkShape(t, moved, onTorus(t, awayFromTheCorner(shapes()[i].rows)...))
	}
}
