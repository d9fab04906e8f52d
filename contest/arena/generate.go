package arena

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// Generator makes balanced openings: random stones near the centre and near each other, kept if an
// engine considers them about even.
type Generator struct {
	Rules  game.Rules
	Board  *board.Board
	Engine engine.Engine
	// Limits bound the search that judges a candidate. A search with a sixteenth of the time or nodes
	// comes first; if it is further off than twice Range, the full search is skipped.
	Limits engine.Limits
	Stones [2]int  // at least and at most
	Range  float64 // how far the win probability may be from 1/2, such as 0.08
	Seed   uint64
	// Progress, if not nil, receives the number of openings after each try.
	Progress func(found, tries int)
}

// The limits of a generator.
const (
	nearStones    = 4   // steps from an earlier stone at most
	triesPerFound = 500 // average number of tries for an opening before the generator gives up
	glances       = 16  // how many quick searches cost as much as a full one
)

// Make returns count openings, all different under the board's symmetries. The error is the
// engine's, ctx's, or reports that too few are balanced.
func (g *Generator) Make(ctx context.Context, count int) ([]Opening, error) {
	if g.Stones[0] < 1 || g.Stones[1] < g.Stones[0] || g.Stones[1] > g.Board.Len()/2 {
		return nil, fmt.Errorf("openings of %d to %d stones: want 1 or more, and at most half of the board", g.Stones[0], g.Stones[1])
	}
	rng := rand.New(rand.NewPCG(g.Seed, 0x09e41465))
	symmetries := g.Board.Symmetries(16)
	seen := map[string]bool{}
	var list []Opening
	for tries := 0; len(list) < count; tries++ {
		if tries > triesPerFound*(len(list)+1) {
			return nil, fmt.Errorf("only %d of %d openings found in %d tries: allow a larger range or other numbers of stones",
				len(list), count, tries)
		}
		if g.Progress != nil {
			g.Progress(len(list), tries)
		}
		o, pos, err := g.random(rng)
		if err != nil {
			return nil, err
		}
		key := canonical(pos, symmetries)
		if pos.Outcome().Over || seen[key] {
			continue
		}
		seen[key] = true
		even, err := g.even(ctx, pos, rng.Uint64())
		if err != nil {
			return nil, err
		}
		if even {
			list = append(list, o)
		}
	}
	return list, nil
}

// even reports whether the engine considers the position about even, first by a quick search.
func (g *Generator) even(ctx context.Context, pos game.Position, seed uint64) (bool, error) {
	full := g.Limits
	full.Seed = seed
	glance := full
	glance.Time, glance.Nodes = (full.Time+glances-1)/glances, (full.Nodes+glances-1)/glances // zero stays zero
	for _, look := range []struct {
		limits engine.Limits
		within float64
	}{{glance, 2 * g.Range}, {full, g.Range}} {
		info, err := g.Engine.Search(ctx, pos, look.limits, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || info.Mate != 0 || math.Abs(info.Value-0.5) > look.within {
			return false, err
		}
	}
	return true, nil
}

// random places stones at random.
func (g *Generator) random(rng *rand.Rand) (Opening, game.Position, error) {
	pos, err := g.Rules.New(g.Board)
	if err != nil {
		return Opening{}, nil, err
	}
	var o Opening
	var words []string
	near := g.central()
	for range g.Stones[0] + rng.IntN(g.Stones[1]-g.Stones[0]+1) {
		legal := slices.DeleteFunc(slices.Clone(near), func(p game.Point) bool { return pos.Check(game.Place(p)) != game.Legal })
		if len(legal) == 0 || pos.Outcome().Over {
			break
		}
		m := game.Place(legal[rng.IntN(len(legal))])
		words = append(words, game.Format(pos, m))
		if err := pos.Play(m); err != nil {
			return Opening{}, nil, err
		}
		if len(o.Moves) == 0 {
			near = nil
		}
		o.Moves = append(o.Moves, m)
		near = addNear(near, g.Board, m.Point())
	}
	o.Text = strings.Join(words, " ")
	return o, pos, nil
}

// central returns the quarter of the points that is nearest to the centre.
func (g *Generator) central() []game.Point {
	points := make([]game.Point, g.Board.Len())
	for p := range points {
		points[p] = game.Point(p)
	}
	far := func(p game.Point) float64 {
		v := g.Board.Coord(p)
		return v[0]*v[0] + v[1]*v[1] + v[2]*v[2]
	}
	slices.SortStableFunc(points, func(a, b game.Point) int { return cmp.Compare(far(a), far(b)) })
	return points[:(len(points)+3)/4]
}

// addNear adds the points within a few steps of p.
func addNear(near []game.Point, b *board.Board, p game.Point) []game.Point {
	for q, d := range b.Distances(p) {
		if d > 0 && d <= nearStones && !slices.Contains(near, game.Point(q)) {
			near = append(near, game.Point(q))
		}
	}
	slices.Sort(near)
	return near
}

// canonical returns a name for the stones of a position, the same for all its symmetric images.
func canonical(pos game.Position, symmetries [][]game.Point) string {
	least := ""
	for _, m := range symmetries {
		stones := make([]byte, len(m))
		for p := range m {
			stones[m[p]] = byte('0' + pos.At(game.Point(p)))
		}
		if s := string(stones); least == "" || s < least {
			least = s
		}
	}
	return least
}
