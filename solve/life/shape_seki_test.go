package life_test

// sekiShapes are shapes in which neither side gains by moving, and similar races. The stones at the left
// are White's and those at the right Black's, all safe.
var sekiShapes = []shape{
	{name: "seki, two shared liberties", rows: []string{
		"_oXX.Ox_",
		"_oXX.Ox_"},
		live: "seki: pass", kill: "seki"},
	// If the captured shape is wide, White plays under it once more: a dead group instead of a seki.
	{name: "two shared liberties beside a square four", rows: []string{
		"_oXX.OOx_",
		"_oXX.OOx_"},
		live: "dead", kill: "dead"},
	{name: "seki, an eye against an eye", rows: []string{
		"_oX.X.O.Ox_",
		"_oXXXXOOOx_"},
		live: "seki: pass", kill: "seki"},
	{name: "an eye beats none, White's", rows: []string{
		"_oXXX.O.Ox_",
		"_oXXX.OOOx_"},
		live: "dead", kill: "dead"},
	{name: "an eye beats none, Black's", rows: []string{
		"_oX.X.OOOx_",
		"_oXXX.OOOx_"},
		live: "alive", kill: "alive"},
	// A big eye beats a small one only for the side that moves: White to move makes a seki by playing into it.
	{name: "seki on unequal eyes", rows: []string{
		"_oX..X.O.Ox_",
		"_oXXXXXOOOx_"},
		live: "alive: pass D2 E2 G2", kill: "seki"},
	{name: "seki on unequal eyes, with a stone in the larger", rows: []string{
		"_oX.OX.O.Ox_",
		"_oXXXXXOOOx_"},
		live: "seki: pass D2", kill: "seki"},
	// Black's chain between two of White's: both liberties are next to all three, and no chain has an eye.
	{name: "seki of three groups without eyes", rows: []string{
		"xO.OO.Ox_",
		"xOXXXXOx_",
		"xOOOOOOx_",
		"xxxxxxxx_",
		"_________"},
		live: "seki: pass", kill: "seki"},
	// The corner is a false eye of two chains of Black's, and neither can be taken for it.
	{name: "seki with a false eye", rows: []string{
		".XX.Ox_",
		"XOOOOx_",
		"XOxxxx_",
		".Ox____",
		"OOx____",
		"xxx____",
		"_______"},
		live: "seki: pass A7", kill: "seki"},
	// Both eyes look false, but each is next to the same two chains, around living white stones.
	{name: "two-headed dragon", rows: twoHeadedDragon,
		live: "alive: pass", kill: "alive"},
}

var twoHeadedDragon = []string{
	"ooooooooooo",
	"oXXXXXXXXXo",
	"oXoooooooXo",
	"oXXo___oXXo",
	"oX.Xo_oX.Xo",
	"ooXXo_oXXoo",
	"_oXoooooXo_",
	"_oXXXXXXXo_",
	"_ooooooooo_",
	"___________"}
