package life_test

import (
	"testing"

	"moyo/solve/life/tsumego"
)

// koShapes are races in which both sides are cut off, with kos on the edge between them: "O." is one that White holds,
// ".X" one that Black holds, and each holder has a liberty by it. Stones at the left are White's and safe, those at
// the right Black's.
var koShapes = []shape{
	{name: "direct ko", rows: []string{
		"_oX.XO.O.Ox_",
		"_oXXXXOOOOx_"},
		live: "ko, black takes first, 1: G2", kill: "dead: D2"},
	// Black must fill White's outer liberties before the ko decides, one move in each round of it. White, moving
	// first, wins the ko immediately.
	{name: "approach-move ko", rows: []string{
		"_oX.XO.O.O.x_",
		"_oXXXXOOOOxx_"},
		live: "ko, white takes first, 1: G2", kill: "dead: D2 G2"},
	{name: "approach-move ko of two moves", rows: []string{
		"_oX.XO.O.O.x_",
		"_oXXXXOOOO.x_"},
		live: "ko, white takes first, 2: G2", kill: "dead: D2 G2"},
	{name: "approach-move ko of three moves", rows: []string{
		"_oX.XO.O.O.x_",
		"_oXXXXOOOO.x_",
		"_oXXXXOOOO.x_"},
		live: "ko, white takes first, 3: G3", kill: "dead: D3 G3", large: true},
	{name: "approach-move ko of White's", rows: []string{
		"_o.X.XO.O.Ox_",
		"_ooXXXXOOOOx_"},
		live: "ko, black takes first, 2: H2", kill: "ko, black takes first, 1: C2"},
	// A seki if either side connects the ko. To kill, White must first fill a shared liberty, and then Black takes
	// first. Black, moving first, takes and threatens to connect, so that White needs two threats.
	{name: "ten-thousand-year ko", rows: []string{
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oXX.Ox_",
		"_oXX.Ox_"},
		live: "ko, black takes first, 2: E4", kill: "ko, black takes first, 1: E2 E1"},
	// With a liberty outside White can always start, and neither side can make a seki: a direct ko for the side
	// that moves first.
	{name: "ten-thousand-year ko with a liberty", rows: []string{
		"_oXO.O.x_",
		"_oXXOOxx_",
		"_oXX.Oxx_",
		"_oXX.Oxx_"},
		live: "ko, black takes first, 1: G4", kill: "ko, white takes first, 1: E2 E1"},
	// When one side takes a ko, the other takes the other ko, forever.
	{name: "double ko seki", rows: []string{
		"_oX.XO.O.Ox_",
		"_oXXXXOOOOx_",
		"_oXXX.XOOOx_"},
		live: "seki: pass G3", kill: "seki", large: true},
	// Black has no eye: White always has one of the two kos, and no number of threats helps Black against it. With
	// unlimited threats Black could continue forever: docs/tsumego.md explains why that is not a ko.
	{name: "death by double ko", rows: []string{
		"_oXO.O.Ox_",
		"_oXXOOOOx_",
		"_oX.XOOOx_"},
		live: "dead", kill: "dead: pass D1", large: true},
	// Three kos: a tournament game would be void, but in this solver endless play counts for the defender. White,
	// moving first, captures everything immediately.
	{name: "triple ko", rows: []string{
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oX.XOx_",
		"_oXXOOx_",
		"_oXO.Ox_"},
		live: "seki: E5 E1", kill: "dead: D3"},
	// Four kos, two of each side: White cannot capture them all together, and Black can always retake one.
	{name: "quadruple ko", rows: []string{
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oX.XOx_",
		"_oXXOOx_",
		"_oXO.Ox_",
		"_oXXOOx_",
		"_oX.XOx_"},
		live: "seki: pass E7 E3", kill: "seki", large: true},
}

// TestThreatsWithoutEnd: a bent four in the corner lives with unlimited threats, such as a double ko seki elsewhere
// provides ("moonshine life"). If both sides have them play never ends, which is the defender's success.
func TestThreatsWithoutEnd(t *testing.T) {
	const any = tsumego.Unlimited
	bent := scene(t, known[0].rows...)
	for _, c := range []struct {
		name    string
		threats tsumego.Threats
		want    string
	}{
		{"moonshine life", tsumego.Threats{Black: any}, isAlive},
		{"moonshine life against threats", tsumego.Threats{Black: any, White: 4}, isAlive},
		{"the attacker's threats without end", tsumego.Threats{White: any}, isDead},
		{"the attacker's against threats", tsumego.Threats{Black: 4, White: any}, isDead},
		{"of both", tsumego.Threats{Black: any, White: any}, isAlive},
		{"of neither side", tsumego.Threats{}, isDead},
		{"one of Black's", tsumego.Threats{Black: 1}, isAlive},
		{"one of each", tsumego.Threats{Black: 1, White: 1}, isDead},
	} {
		check(t, c.name, bent, &c.threats, c.want)
	}
}
