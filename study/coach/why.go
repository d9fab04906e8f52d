package coach

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// Why explains why the side to move in pos may not play m; nothing for a legal move.
func Why(pos game.Position, m game.Move) []Saying {
	reason := pos.Check(m)
	p := m.Point()
	switch reason {
	case game.Legal:
		return nil
	case game.Occupied:
		return []Saying{at(Full, game.Empty, p)}
	case game.Suicide:
		return whySuicide(pos, p)
	case game.Ko:
		return []Saying{whyKo(pos, p)}
	case game.Floating:
		return []Saying{whyFloating(pos, p)}
	case game.NotInThisWay:
		if m == game.Pass {
			return []Saying{plain(NoPass)}
		}
	}
	return []Saying{byRule(reason)}
}

// byRule returns the rules' own reason.
func byRule(reason game.Reason) Saying {
	s := plain(Rule)
	s.Reason = reason
	return s
}

// whySuicide explains that a stone on p would have no liberties and capture nothing.
func whySuicide(pos game.Position, p game.Point) []Saying {
	own, others := around(pos, p)
	first := at(SuicideAlone, game.Empty, p)
	if len(own) > 0 {
		first = about(SuicideChain, pos.ToPlay(), own)
		first.At = p
	}
	if len(others) == 0 {
		return []Saying{first}
	}
	nearest := slices.MinFunc(others, func(a, b chain) int { return len(a.liberties) - len(b.liberties) })
	then := about(SuicideOthers, nearest.color, nearest.stones)
	for _, q := range nearest.liberties {
		if q != p {
			then.Points = append(then.Points, q)
		}
	}
	then.Count = len(then.Points)
	return []Saying{first, then}
}

// around returns the stones of the side to move that are connected to p, ascending, and the other
// side's chains next to it.
func around(pos game.Position, p game.Point) (own []game.Point, others []chain) {
	chainer, ok := pos.(game.Chainer)
	if !ok {
		return nil, nil
	}
	for _, q := range pos.Board().Neighbors(p) {
		c := pos.At(q)
		if c == game.Empty || slices.Contains(own, q) ||
			slices.ContainsFunc(others, func(ch chain) bool { return slices.Contains(ch.stones, q) }) {
			continue
		}
		stones, liberties := chainer.Chain(q)
		if c == pos.ToPlay() {
			own = append(own, stones...)
		} else {
			others = append(others, chain{c, slices.Clone(stones), slices.Clone(liberties)})
		}
	}
	slices.Sort(own)
	return own, others
}

// whyKo names the move that would be undone, or the earlier move after which the stones were the
// same.
func whyKo(pos game.Position, p game.Point) Saying {
	again := picture(pos, p)
	then := game.Stones(pos)
	for n, t := range slices.Backward(pos.Turns()) {
		if t.Undo(then); slices.Equal(then, again) {
			return broughtBack(pos, p, n)
		}
	}
	return byRule(game.Ko)
}

// broughtBack is about a stone on p that recreates the position after n moves.
func broughtBack(pos game.Position, p game.Point, n int) Saying {
	moves := pos.Moves()
	s := at(KoMove, game.Empty, p)
	switch last := len(moves) - 1; {
	case n == last:
		s = at(KoTaken, pos.ToPlay().Other(), p)
		s.Move = moves[last]
	case n == 0:
		s.Code = KoFirst
	default:
		s.Count, s.Move = n, moves[n-1]
	}
	return s
}

// picture returns the stones after a stone of the side to move on p, with captures of chains
// without liberties.
func picture(pos game.Position, p game.Point) []game.Color {
	stones := game.Stones(pos)
	stones[p] = pos.ToPlay()
	_, others := around(pos, p)
	for _, ch := range others {
		if len(ch.liberties) == 1 {
			for _, q := range ch.stones {
				stones[q] = game.Empty
			}
		}
	}
	return stones
}

// whyFloating names where the stone would fall.
func whyFloating(pos game.Position, p game.Point) Saying {
	if f, ok := pos.(game.Faller); ok {
		if q := f.Landing(p); q != board.None {
			s := at(Falls, game.Empty, p)
			s.To = q
			return s
		}
	}
	return byRule(game.Floating)
}
