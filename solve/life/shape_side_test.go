package life_test

// sideShapes are groups at the side, and tactics with captures.
var sideShapes = []shape{
	// White throws in where Black connects; the stone that captures it is captured.
	{name: "snapback", rows: []string{
		"ooooo_",
		"oX.oo_",
		"oX.xx_",
		"ooxx__",
		"______"},
		live: "alive: C3", kill: "dead: C3"},
	// White can capture four stones at F6, and Black plays back under them.
	{name: "under the stones, a square four", rows: []string{
		"_oX.X.XX",
		"_oXXXOXX",
		"_oXXXXOO",
		"_oXXXXX.",
		"_oXXXXXX",
		"_ooooooo"},
		live: "alive: pass F6 H3", kill: "alive"},
	{name: "under the stones, the square four taken", rows: []string{
		"_oX.XO..",
		"_oXXXO..",
		"_oXXXXOO",
		"_oXXXXX.",
		"_oXXXXXX",
		"_ooooooo"},
		live: "alive: G6 G5 H5", kill: "dead: G5 H3", large: true},
	{name: "under the stones, five", rows: []string{
		"_oX.X.XXX",
		"_oXXXOOXX",
		"_oXXXXXOO",
		"_oXXXXXX.",
		"_oXXXXXXX",
		"_oooooooo"},
		live: "alive: pass F6 J3", kill: "alive"},
	{name: "under the stones, the five taken", rows: []string{
		"_oX.XO...",
		"_oXXXOO..",
		"_oXXXXXOO",
		"_oXXXXXX.",
		"_oXXXXXXX",
		"_oooooooo"},
		live: "alive: H5", kill: "dead: H6 H5 J5 J3", large: true},
	// The comb formation on the side lives as long as its cutting points are open. Cut on both sides it is short of
	// liberties, and with one more it depends on who moves.
	{name: "comb formation on the side", rows: []string{
		"oX...Xo_",
		"oX...Xo_",
		"o.XXX.o_",
		"ooooooo_"},
		live: "alive: pass D4 D3 B2 F2", kill: "alive", large: true},
	{name: "comb formation on the side, cut", rows: []string{
		"oX...Xo_",
		"oX...Xo_",
		"ooXXXoo_",
		"_ooooo__"},
		live: "dead", kill: "dead"},
	{name: "comb formation on the side, cut, with a liberty", rows: []string{
		"oX...X.o",
		"oX...Xo_",
		"ooXXXoo_",
		"_ooooo__"},
		live: "alive: D4 D3", kill: "dead: C4 D4 E4 G4 C3 D3 E3"},
	// A gap on the second line adds nothing: six stones that span seven points die like six in a row, and seven that
	// span eight live or die depending on who moves, like seven in a row.
	{name: "six on the second line with a gap", rows: []string{
		"_o.........o_",
		"oooXX.XXXXoo_",
		"_oooooooooo__",
		"_____________"},
		live: "dead", kill: "dead", large: true},
	{name: "six on the second line with a gap in the middle", rows: []string{
		"_o.........o_",
		"oooXXX.XXXoo_",
		"_oooooooooo__",
		"_____________"},
		live: "dead", kill: "dead", large: true},
	{name: "seven on the second line with a gap", rows: []string{
		"_o..........o_",
		"oooXXX.XXXXoo_",
		"_ooooooooooo__",
		"______________"},
		live: "alive: G3", kill: "dead: D4 E4 K4 L4 G3", large: true},
	// White slides in along the first line, as far as a monkey jump from the second.
	{name: "monkey jump", rows: []string{
		"oo........Xo_",
		"ooo...XXXXXo_",
		"ooooooooooo__",
		"_____________"},
		live: "alive: J4", kill: "dead: C4 D4 E4 F4 J4 D3 E3 F3", large: true},
	{name: "monkey jump at a group one shorter", rows: []string{
		"ooo......Xo_",
		"ooo...XXXXo_",
		"oooooooooo__",
		"____________"},
		live: "dead", kill: "dead", large: true},
}
