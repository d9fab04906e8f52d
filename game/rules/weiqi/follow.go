package weiqi

import (
	"slices"

	"moyo/game"
)

// Follow implements game.Follower with a [Fast]. A Fast has no superko, so if two turns have the same
// stones, or a stone has no liberty, only the position's own rules can decide.
func (p *Position) Follow() func(moves []game.Colored) (turns []game.Turn, ok bool) {
	start := NewFast(p.b)
	start.Load(p)
	f := start.Clone()
	var seen []uint64
	return func(moves []game.Colored) (turns []game.Turn, ok bool) {
		f.CopyFrom(start)
		seen = append(seen[:0], f.StonesHash())
		turns = make([]game.Turn, 0, len(moves))
		for _, m := range moves {
			t := game.Turn{Move: m.Move, Color: m.Color, Player: m.Color, Kind: game.TurnPass}
			switch {
			case m.Move == game.Pass:
				f.Pass()
			case m.Move < 0 || int(m.Move) >= f.Len() || !f.Legal(m.Move.Point(), m.Color):
				return nil, false
			default:
				t.Kind, t.Taken = game.TurnStone, f.taken(m.Move.Point(), m.Color)
				seen = append(seen, f.StonesHash())
			}
			turns = append(turns, t)
		}
		slices.Sort(seen)
		for i := range len(seen) - 1 {
			if seen[i] == seen[i+1] {
				return nil, false
			}
		}
		return turns, true
	}
}

// taken plays a stone and returns the points of its captures.
func (f *Fast) taken(p game.Point, c game.Color) (points []game.Point) {
	n := f.Play(p, c)
	for i := range n {
		points = append(points, f.Empty(f.EmptyCount()-n+i))
	}
	return points
}
