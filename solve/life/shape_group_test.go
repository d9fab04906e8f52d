package life_test

import (
	"testing"

	"moyo/internal/testenv"
)

// groupShapes are the corner groups of books that still have a way along the edge. White's stones beyond the
// open points are safe.
var groupShapes = []shape{
	// The proverb: the L group is dead. Neither hanes nor the side that moves first change that.
	{name: "L group", rows: []string{
		".....o_",
		"...Xoo_",
		".XXXo__",
		".ooo___",
		"oo_____",
		"_______"},
		live: "dead", kill: "dead", large: true},
	{name: "L group with a hane on the short side", rows: []string{
		"......o_",
		"...Xoo__",
		".XXXo___",
		"oooo____",
		"________"},
		live: "dead", kill: "dead", large: true},
	{name: "L group with a hane on the long side", rows: []string{
		"....o___",
		"...Xo___",
		".XXXo___",
		".ooo____",
		"oo______",
		"________"},
		live: "dead", kill: "dead", large: true},
	{name: "L group with both hanes", rows: []string{
		"....o___",
		"...Xo___",
		".XXXo___",
		"oooo____",
		"________"},
		live: "dead", kill: "dead", large: true},
	// With one leg, on either side, it lives or dies depending on who moves first: the hane under the leg (A4, E6)
	// makes it an L group.
	{name: "L group with a leg on the long side", rows: []string{
		"....o__",
		"...Xoo_",
		".XXXo__",
		".Xoo___",
		".oo____",
		"oo_____",
		"_______"},
		live: "alive: B7 C7 B6", kill: "dead: C7 D7 B6 A4", large: true},
	{name: "L group with a leg on the short side", rows: []string{
		"......o_",
		"...XXoo_",
		".XXXoo__",
		".ooo____",
		"oo______",
		"________"},
		live: "alive: B6 A5 B5", kill: "dead: E6 B5", large: true},
	{name: "L group that reaches the edge on the long side", rows: []string{
		"......o_",
		"...Xoo__",
		"XXXXo___",
		"oooo____",
		"________"},
		live: "alive: B5", kill: "dead: C5 D5 B4", large: true},
	{name: "L group that reaches the edge on the short side", rows: []string{
		"...Xo___",
		"...Xo___",
		".XXXo___",
		".ooo____",
		"oo______",
		"________"},
		live: "alive: B6 B5", kill: "dead: B6 A5 B5 A4", large: true},
	// The three stones of the tripod, with White close on both sides. Tripods in open positions live because they
	// are less surrounded.
	{name: "tripod closed in", rows: []string{
		"....o_",
		"...Xo_",
		".XXoo_",
		".oo___",
		"oo____",
		"______"},
		live: "dead", kill: "dead"},
	{name: "tripod closed in, a leg on the edge", rows: []string{
		"...Xo_",
		"...Xo_",
		".XXoo_",
		".oo___",
		"oo____",
		"______"},
		live: "dead", kill: "dead", large: true},
	{name: "tripod closed in, the other leg on the edge", rows: []string{
		"....o_",
		"...Xo_",
		"XXXoo_",
		"ooo___",
		"______"},
		live: "dead", kill: "dead"},
	{name: "tripod closed in, both legs on the edge", rows: []string{
		"...Xo_",
		"...Xo_",
		"XXXoo_",
		"ooo___",
		"______"},
		live: "alive: B5", kill: "dead"},
}

// wideGroups take millions of nodes.
var wideGroups = []shape{
	{name: "L group with two legs", rows: []string{
		"......o_",
		"...XXoo_",
		".XXXoo__",
		".Xoo____",
		".oo_____",
		"oo______",
		"________"},
		live: "lives", kill: "lives"},
	// The long L group: without a liberty outside White makes a ten-thousand-year ko, with one it lives (White gets a seki).
	{name: "long L group", rows: []string{
		".......o_",
		"....Xooo_",
		".XXXXo___",
		".oooo____",
		".o_______",
		"oo_______",
		"_________"},
		live: "lives", kill: "ko, black takes first, 1: B6 A5"},
	{name: "long L group with a liberty", rows: []string{
		".......o_",
		"....Xooo_",
		".XXXXo___",
		".ooo.o___",
		".o__oo___",
		"oo_______",
		"_________"},
		live: "lives", kill: "lives"},
	// A white stone on the edge makes it a ko that White takes first, with any number of liberties.
	{name: "long L group with a liberty and a white descent", rows: []string{
		"......o_",
		"....Xoo_",
		".XXXXo__",
		".ooo.o__",
		"oo__oo__",
		"________"},
		live: "lives", kill: "ko, white takes first, 1: B6 D6 E6 B5 A4"},
	// The carpenter's square becomes a ko, with a liberty outside only by the 2-2 point. White takes first, and Black
	// needs two threats.
	{name: "carpenter's square with a liberty", rows: []string{
		".....o_",
		"...Xoo_",
		"...Xo__",
		".XXX.o_",
		".oooo__",
		"oo_____",
		"_______"},
		live: "lives", kill: "ko, white takes first, 2: B6"},
	{name: "carpenter's square", rows: []string{
		".....o_",
		"...Xoo_",
		"...Xo__",
		".XXXo__",
		".oooo__",
		"oo_____",
		"_______"},
		live: "lives", kill: "ko, white takes first, 2: D7 B6 C6 B5 A4"},
}

// TestWideGroups solves the corner groups with much space.
func TestWideGroups(t *testing.T) {
	testenv.Long(t)
	for _, c := range wideGroups {
		checkShape(t, c, scene(t, c.rows...))
	}
}
