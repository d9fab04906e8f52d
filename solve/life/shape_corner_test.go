package life_test

// known are shapes with well-known names.
var known = []shape{
	{name: "bent four in the corner", rows: []string{
		"OO.Xo",
		"OXXXo",
		".Xooo",
		"XXo__",
		"ooo__"},
		live: "ko, white takes first, 1: pass", kill: "ko, white takes first, 1: pass C5 A3"},
	{name: "four in a row of six, seki", rows: []string{
		"X.OOOO.Xo",
		"XXXXXXXXo",
		"oooooooo_"},
		live: "seki", kill: "seki"},
	{name: "three in a row of five, seki", rows: []string{
		"XXXXXXXo",
		"X.OOO.Xo",
		"XXXXXXXo",
		"ooooooo_"},
		live: "seki", kill: "seki"},
	{name: "two in a row of four, a nakade", rows: []string{
		"XXXXXXo",
		"X.OO.Xo",
		"XXXXXXo",
		"oooooo_"},
		live: "dead", kill: "dead"},
	{name: "rectangular six in the corner with a liberty", rows: []string{
		"...Xo_",
		"...Xo_",
		"XXXXo_",
		".ooo__",
		"o_____"},
		live: "alive", kill: "ko, white takes first, 1: B5"},
	{name: "rectangular six in the corner with two", rows: []string{
		"...X.o",
		"...Xo_",
		"XXXXo_",
		".ooo__",
		"o_____"},
		live: "alive", kill: "alive"},
}

// cornerShapes are closed eye spaces in the corner, with no other liberties than those drawn.
var cornerShapes = []shape{
	{name: "three in the corner", rows: []string{
		"...Xo_",
		"XXXXo_",
		"ooooo_"},
		live: "alive: B3", kill: "dead: B3"},
	{name: "four along the edge", rows: []string{
		"....Xo_",
		"XXXXXo_",
		"oooooo_"},
		live: "alive", kill: "alive"},
	{name: "five along the edge", rows: []string{
		".....Xo_",
		"XXXXXXo_",
		"ooooooo_"},
		live: "alive", kill: "alive"},
	// Empty, the bent four in the corner is not safely alive: White starts at the 1-2 point, and Black must fight a
	// ko for the corner itself.
	{name: "bent four eye space in the corner", rows: []string{
		"...Xo_",
		".XXXo_",
		"XXooo_",
		"ooo___"},
		live: "alive: A4 B4", kill: "ko, white takes first, 1: B4"},
	{name: "pyramid four on the edge of the corner", rows: []string{
		"...Xo_",
		"X.XXo_",
		"XXXoo_",
		"oooo__"},
		live: "alive: B4", kill: "dead: B4"},
	{name: "bulky five in the corner", rows: []string{
		"...Xo_",
		"..XXo_",
		"XXXoo_",
		"oooo__"},
		live: "alive: B4", kill: "dead: B4"},
	{name: "bulky five in the corner with a liberty", rows: []string{
		"...X.o",
		"..XXo_",
		"XXXoo_",
		"oooo__"},
		live: "alive: B4", kill: "dead: B4"},
	{name: "five around the corner point", rows: []string{
		"..XXo_",
		"..Xoo_",
		"X.Xo__",
		"XXXo__",
		"oooo__"},
		live: "alive", kill: "dead"},
	// The broken comb: the wall of the six has a cutting point (D2 in the picture). Open, it is a liberty, and White
	// gets a ko; a white stone on it leaves two chains and no liberty.
	{name: "broken comb in the corner", rows: []string{
		"...Xo_",
		"...Xo_",
		"XXX.o_",
		"ooooo_"},
		live: "alive: B4 B3", kill: "ko, white takes first, 1: B4", large: true},
	{name: "broken comb in the corner, cut", rows: []string{
		"...Xo_",
		"...Xo_",
		"XXXoo_",
		"oooo__"},
		live: "alive: B4", kill: "dead: A4 B4 C4 A3 B3 C3"},
	{name: "broken comb in the corner with a liberty more", rows: []string{
		"...X.o",
		"...Xo_",
		"XXX.o_",
		"ooooo_"},
		live: "alive", kill: "alive", large: true},
	// A seventh point does not help the six without liberties.
	{name: "rectangular six with a tail in the corner", rows: []string{
		"...Xo_",
		"...Xo_",
		"XX.Xo_",
		"ooooo_"},
		live: "alive: B4", kill: "dead: B4 B3 C3 C2"},
	// With White's cut at the tail, Black, moving first, gets a ko that White takes first and in which Black needs two
	// threats.
	{name: "rectangular six with a cut tail in the corner", rows: []string{
		"...Xo_",
		"...Xo_",
		"X.XXo_",
		"oXooo_",
		"ooo___"},
		live: "ko, white takes first, 2: B4", kill: "dead: A4 B4 B3", large: true},
	// Without a liberty outside White gets a seki from eight; with one, nothing.
	{name: "rectangular eight in the corner", rows: []string{
		"....Xo_",
		"....Xo_",
		"XXXXXo_",
		"ooooo__"},
		live: "alive", kill: "seki", large: true},
	{name: "rectangular eight in the corner with a liberty", rows: []string{
		"....X.o",
		"....Xo_",
		"XXXXXo_",
		"ooooo__"},
		live: "alive", kill: "alive", large: true},
	{name: "square nine in the corner", rows: []string{
		"...Xo_",
		"...Xo_",
		"...Xo_",
		"XXXXo_",
		"ooooo_"},
		live: "alive", kill: "seki", large: true},
}
