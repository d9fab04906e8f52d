package enginetest

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// Pinned is a search by one thread with a known result, which a change without
// functional effect leaves as it is. After any other change, copy the result
// from the failed test.
type Pinned struct {
	Rules, Board string
	Moves        string // from the beginning of the game, in the notation of a record
	Limits       engine.Limits
	Seeds        int    // searches with seeds from 1, compared by their moves alone; 0 is one search, compared in full
	Want         string // see Pin
}

// Pin searches each position with a new engine and compares the result, such as
// "H8 value 0.512 depth 7 nodes 300 mate 0 line 1a2b3c4d", or the moves of each
// seed. line is a hash of the candidates with their visits, values and lines.
func Pin(t *testing.T, parse func(params string) (game.Rules, error), newEngine func() engine.Engine, cases []Pinned) {
	t.Helper()
	for _, c := range cases {
		pos := c.position(t, parse)
		var found []string
		for seed := range max(c.Seeds, 1) {
			e := newEngine()
			lim := c.Limits
			lim.Threads, lim.Seed = 1, uint64(seed)+1
			info := search(t, context.Background(), e, pos, lim, nil)
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			if c.Seeds > 0 {
				found = append(found, game.Format(pos, info.Move))
				continue
			}
			found = append(found, describe(pos, info))
		}
		if got := strings.Join(found, " "); got != c.Want {
			t.Errorf("%s on %s after %q, %+v: found\n%s\nwant\n%s", c.Rules, c.Board, c.Moves, c.Limits, got, c.Want)
		}
	}
}

// position plays the moves of a case.
func (c Pinned) position(t *testing.T, parse func(params string) (game.Rules, error)) game.Position {
	t.Helper()
	b, err := board.Parse(c.Board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := parse(c.Rules)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(c.Moves) {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return pos
}

// describe returns a text of all results of a search.
func describe(pos game.Position, info engine.Info) string {
	h := fnv.New32a()
	for _, c := range info.Candidates {
		fmt.Fprintf(h, "%d %d %.3f %.3f %d %v %v;", c.Move, c.Visits, c.Value, c.Prior, c.Mate, c.Solved, c.PV)
	}
	fmt.Fprintf(h, "%v %v %v", info.PV, info.Solved, info.Book)
	return fmt.Sprintf("%s value %.3f depth %d nodes %d mate %d line %08x",
		game.Format(pos, info.Move), info.Value, info.Depth, info.Nodes, info.Mate, h.Sum32())
}

// PinRandom searches count positions after random moves, and compares a hash of
// all results with want: a wide net for small faults.
func PinRandom(t *testing.T, parse func(params string) (game.Rules, error), newEngine func() engine.Engine, c Pinned, count int) {
	t.Helper()
	h := fnv.New32a()
	for seed := range uint64(count) {
		pos := c.position(t, parse)
		r := rand.New(rand.NewPCG(seed, 15))
		for range r.IntN(pos.Board().Len() * 2 / 3) {
			moves := pos.LegalMoves(nil)
			next := pos.Clone()
			if err := next.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			if next.Outcome().Over {
				break
			}
			pos = next
		}
		e := newEngine()
		lim := c.Limits
		lim.Threads, lim.Seed = 1, seed
		fmt.Fprintln(h, describe(pos, search(t, context.Background(), e, pos, lim, nil)))
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprintf("%08x", h.Sum32()); got != c.Want {
		t.Errorf("%s on %s, %d positions: found %s, want %s", c.Rules, c.Board, count, got, c.Want)
	}
}
