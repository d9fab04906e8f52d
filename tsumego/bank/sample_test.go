package bank_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"moyo/game"
	"moyo/tsumego"
	"moyo/tsumego/bank"
	"moyo/tsumego/trainer"
	"moyo/tsumego/trainer/trainertest"
)

var update = flag.Bool("update", false, "write the samples to problems.bank")

// shapes are eyespaces of black groups, with what they are called.
var shapes = []struct {
	tags []string
	rows []string
}{
	{[]string{"side", "nakade"}, []string{
		"Ox,,,xO",
		"OxxxxxO",
		".OOOOO."}},
	{[]string{"side", "nakade"}, []string{
		"Ox,,xO.",
		"Oxx,xO.",
		".OxxxO.",
		"..OOO.."}},
	{[]string{"side", "nakade"}, []string{
		"Ox,,,xO",
		"Oxx,xxO",
		".OxxxO.",
		"..OOO.."}},
	{[]string{"side", "nakade"}, []string{
		"Ox,,,xO",
		"Oxx,,xO",
		".OxxxxO",
		"..OOOO."}},
	{[]string{"side", "nakade"}, []string{
		".OxxxO.",
		"Oxx,xxO",
		"Ox,,,xO",
		"Oxx,xxO",
		".OxxxO.",
		"..OOO.."}},
	{[]string{"corner", "nakade"}, []string{
		",,,xO",
		",xxxO",
		"xxOO.",
		"OO..."}},
	{[]string{"corner"}, []string{
		",,,,xO",
		",,xxxO",
		"xxxOO.",
		"OOO..."}},
	{[]string{"corner"}, []string{
		",,,xO",
		",,,xO",
		"xxxxO",
		"OOOO."}},
	{[]string{"side"}, []string{
		"Ox,,,,xO",
		"Oxxx,xxO",
		"OOOxxxO.",
		"...OOO.."}},
}

// samples makes the problems that hold the place of the bank until it is made:
// the shapes, and stones thrown into them, for either side. Those stay that have
// one solution and are not the same as another.
func samples(t *testing.T) []bank.Problem {
	t.Helper()
	dice := rand.New(rand.NewPCG(2026, 4))
	var found []bank.Problem
	seen := map[string]bool{}
	for _, shape := range shapes {
		for try := range 6 {
			for _, q := range []tsumego.Question{tsumego.Live, tsumego.Kill} {
				side := game.Black
				if q == tsumego.Kill {
					side = game.White
				}
				p, err := trainertest.Diagram("", 9, side, q, shape.rows...)
				if err != nil {
					t.Fatal(err)
				}
				throwIn(dice, &p, try)
				p.Target = target(&p)
				key := trainer.Start(&p).Key()
				if p.Check() != nil || seen[key] {
					continue
				}
				seen[key] = true
				if made, ok := sample(t, p); ok {
					made.ID, made.Tags = fmt.Sprintf("s%d", len(found)+1), shape.tags
					found = append(found, made)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b bank.Problem) int { return a.Rating - b.Rating })
	return found
}

// throwIn puts so many stones, at most two, of either side into the eyespace.
func throwIn(dice *rand.Rand, p *tsumego.Problem, n int) {
	for range min(n, 2) {
		at := p.Region[dice.IntN(len(p.Region))]
		if p.Stones[at] == game.Empty {
			p.Stones[at] = game.Color(1 + dice.IntN(2))
		}
	}
}

// target returns the defender's first stone.
func target(p *tsumego.Problem) []game.Point {
	for _, q := range p.Region {
		if p.Stones[q] == p.Defender() {
			return []game.Point{q}
		}
	}
	return nil
}

func sample(t *testing.T, p tsumego.Problem) (bank.Problem, bool) {
	t.Helper()
	r, err := trainertest.New(p)
	if err != nil {
		return bank.Problem{}, false
	}
	a, err := r.After(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != tsumego.Win || len(a.FirstMoves) != 1 || a.FirstMoves[0] == game.Pass {
		return bank.Problem{}, false
	}
	if own, err := r.After(t.Context(), []game.Move{game.Pass}); err != nil || own.Verdict != tsumego.Win {
		return bank.Problem{}, false // no need to play
	}
	whole, err := tsumego.Solve(t.Context(), p, tsumego.Options{Memory: 8 << 20, Threads: 1, AllMoves: true})
	if err != nil {
		t.Fatal(err)
	}
	if whole.Verdict == tsumego.InKo {
		return bank.Problem{}, false // the reader knows nothing of threats
	}
	if !slices.Equal(whole.FirstMoves, a.FirstMoves) {
		t.Errorf("first moves %v by trying everything, %v by the solver, in\n%v", a.FirstMoves, whole.FirstMoves, p.Stones)
	}
	rating := 500 + 100*math.Log2(float64(r.States()))
	return bank.Problem{Problem: p, First: a.FirstMoves, Line: a.Line, Best: tsumego.Win, Rating: int(rating)}, true
}

// TestSamples holds the shipped file to what it is made from. With -update it
// writes the file.
func TestSamples(t *testing.T) {
	made := samples(t)
	if len(made) < 20 {
		t.Errorf("%d samples only", len(made))
	}
	var file bytes.Buffer
	if err := bank.Write(&file, made); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("problems.bank", file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	shipped, err := os.ReadFile("problems.bank")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(shipped, file.Bytes()) {
		t.Error("problems.bank is not what the samples make: go test ./tsumego/bank -update")
	}
}
