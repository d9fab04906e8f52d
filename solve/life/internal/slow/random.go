package slow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
)

// specs are the boards of random problems: mostly grids.
var specs = []string{
	"grid:5", "grid:6", "grid:7", "grid:6", "grid:7", "grid:9", "grid:4", "grid:7x3",
	"torus:5x5", "torus:4x6", "hex:3", "honeycomb:2", "cube:3", "cylinder:5x4", "circle:2x6",
	"cycle:9", "path:8", "star:6", "complete:6", "box:2x3x3", "octa", "wheel",
}

// odd boards without a spec: an octahedron, and a wheel with a tail.
var odd = map[string]string{
	"octa": `{"title":"Octahedron","points":6,"edges":[[0,1],[0,2],[0,3],[0,4],[5,1],[5,2],[5,3],[5,4],[1,2],[2,3],[3,4],[4,1]]}`,
	"wheel": `{"title":"Wheel","points":10,"edges":[[0,1],[0,2],[0,3],[0,4],` +
		`[0,5],[1,2],[2,3],[3,4],[4,5],[5,1],[5,6],[6,7],[7,8],[8,9],[6,9]]}`,
}

// Boards returns the boards of random problems.
func Boards() []*board.Board {
	var boards []*board.Board
	for _, spec := range specs {
		b, err := board.Parse(spec)
		if text, ok := odd[spec]; ok {
			var d *boardfile.Draft
			if d, err = boardfile.ReadJSON(spec, strings.NewReader(text)); err == nil {
				b, err = d.Board("")
			}
		}
		if err != nil {
			panic(fmt.Sprintf("slow: %s: %v", spec, err))
		}
		boards = append(boards, b)
	}
	return boards
}

// Random returns a random problem with at most free empty points in a region of about size points.
// The region is usually closed, with the attacker's stones all around it. Three in four are an eye
// space with a wall of the defender.
func Random(r *rand.Rand, boards []*board.Board, size, free int) *Problem {
	for {
		p := &Problem{Board: boards[r.IntN(len(boards))], Ko: board.None}
		p.Defender = game.Color(1 + r.IntN(2))
		p.ToPlay = game.Color(1 + r.IntN(2))
		p.Stones = make([]game.Color, p.Board.Len())
		empty := 1 + max(r.IntN(free), r.IntN(free), r.IntN(free))
		if r.IntN(4) > 0 {
			p.randomRegion(r, empty+r.IntN(5))
			p.randomStones(r, empty, r.IntN(7))
			p.randomWall(r, free-empty)
		} else {
			p.randomRegion(r, 3+r.IntN(size-2))
			p.randomStones(r, empty, 2+r.IntN(8))
		}
		p.randomBorder(r)
		if len(p.Region) <= 2*size && p.sound() && p.randomTargets(r) {
			return p
		}
	}
}

// randomWall puts stones of the defender around the region, sometimes with gaps, and adds them to
// it, with a limited number of outside liberties.
func (p *Problem) randomWall(r *rand.Rand, liberties int) {
	grow := func() []game.Point {
		var around []game.Point
		for _, q := range p.Region {
			for _, n := range p.Board.Neighbors(q) {
				if !slices.Contains(p.Region, n) && !slices.Contains(around, n) {
					around = append(around, n)
				}
			}
		}
		return around
	}
	for _, q := range grow() {
		if p.Stones[q] = p.Defender; r.IntN(12) > 0 {
			p.Region = append(p.Region, q)
		} else {
			p.Stones[q] = game.Empty
		}
	}
	for _, q := range grow() {
		if liberties > 0 && r.IntN(6) == 0 {
			p.Region = append(p.Region, q)
			liberties--
		}
	}
	slices.Sort(p.Region)
}

// randomRegion grows a connected region of n points from a random one. Corners and sides, if any,
// are as likely as the middle.
func (p *Problem) randomRegion(r *rand.Rand, n int) {
	at := game.Point(r.IntN(p.Board.Len()))
	for range 3 {
		if q := game.Point(r.IntN(p.Board.Len())); r.IntN(2) == 0 && p.Board.Degree(q) < p.Board.Degree(at) {
			at = q
		}
	}
	p.Region = []game.Point{at}
	for len(p.Region) < min(n, p.Board.Len()) {
		near := p.Board.Neighbors(p.Region[r.IntN(len(p.Region))])
		if q := near[r.IntN(len(near))]; !slices.Contains(p.Region, q) {
			p.Region = append(p.Region, q)
		}
	}
	slices.Sort(p.Region)
}

// randomBorder puts the attacker's stones around the region, and sometimes something else.
func (p *Problem) randomBorder(r *rand.Rand) {
	leaks := r.IntN(3) == 0
	inside := func(q game.Point) bool { return slices.Contains(p.Region, q) }
	for q := range p.Stones {
		if inside(game.Point(q)) || !slices.ContainsFunc(p.Board.Neighbors(game.Point(q)), inside) {
			continue
		}
		p.Stones[q] = p.Defender.Other()
		if leaks && r.IntN(5) == 0 {
			p.Stones[q] = game.Color(r.IntN(2)) * p.Defender
		}
	}
}

// randomStones fills the region except for that many empty points; own of 10 stones are the
// defender's.
func (p *Problem) randomStones(r *rand.Rand, free, own int) {
	empty := r.Perm(len(p.Region))[:min(len(p.Region), free)]
	for i, q := range p.Region {
		switch {
		case slices.Contains(empty, i):
		case r.IntN(10) < own:
			p.Stones[q] = p.Defender
		default:
			p.Stones[q] = p.Defender.Other()
		}
	}
	if r.IntN(8) == 0 {
		p.Ko = p.Region[empty[0]]
	}
}

// sound reports whether each chain has a liberty, as if all of the board were in play.
func (p *Problem) sound() bool {
	whole := *p
	whole.Region = nil
	for q := range p.Stones {
		whole.Region = append(whole.Region, game.Point(q))
	}
	whole.Targets = whole.Region[:1]
	f, s, err := newField(&whole)
	if err != nil {
		return false
	}
	for i, c := range s.stones {
		if c == game.Empty {
			continue
		}
		if _, liberties, _ := f.look(s.stones, i); len(liberties) == 0 {
			return false
		}
	}
	return true
}

// randomTargets chooses one or several stones of the defender, or none for every group. It returns
// false if no question is possible.
func (p *Problem) randomTargets(r *rand.Rand) bool {
	var own []game.Point
	for _, q := range p.Region {
		if p.Stones[q] == p.Defender {
			own = append(own, q)
		}
	}
	if r.IntN(5) > 0 {
		for range min(len(own), 1+r.IntN(3)*r.IntN(2)) {
			if q := own[r.IntN(len(own))]; !slices.Contains(p.Targets, q) {
				p.Targets = append(p.Targets, q)
			}
		}
		return len(own) > 0
	}
	f, s, err := newField(p)
	return err == nil && !f.over(s)
}
