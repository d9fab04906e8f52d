package proof

import (
	"bufio"
	"crypto/sha256"
	"slices"

	"moyo/board"
	"moyo/game"
)

// Statement is a question: a position, and the stones in question. All claims of a proof are about
// one statement.
type Statement struct {
	Board    *board.Board
	Stones   []game.Color // one for each point
	ToPlay   game.Color
	Ko       game.Point // forbidden at first, or board.None
	Defender game.Color
	Targets  []game.Point // a stone of each chain; empty: clear the region
	Region   []game.Point // ascending
	Walls    []game.Point // empty points outside where attacker's stones are assumed; ascending
}

// Hash returns the SHA-256 of a statement. Statements that ask the same have the same hash; a
// target is represented by the first stone of its chain. The statement must be well formed, as
// those of Read are.
func (s *Statement) Hash() [sha256.Size]byte {
	named := *s
	named.Targets = nil
	for _, q := range s.Targets {
		named.Targets = append(named.Targets, s.firstOfChain(q))
	}
	slices.Sort(named.Targets)
	named.Targets = slices.Compact(named.Targets)
	sum := sha256.New()
	e := encoder{w: bufio.NewWriter(sum)}
	e.spec(named.Board)
	e.asked(&named)
	_ = e.w.Flush() // a hash does not fail
	return [sha256.Size]byte(sum.Sum(nil))
}

// firstOfChain returns the lowest point of the chain that has a stone on q.
func (s *Statement) firstOfChain(q game.Point) game.Point {
	chain := []game.Point{q}
	met := map[game.Point]bool{q: true}
	for i := 0; i < len(chain); i++ {
		for _, n := range s.Board.Neighbors(chain[i]) {
			if s.Stones[n] == s.Stones[q] && !met[n] {
				met[n] = true
				chain = append(chain, n)
			}
		}
	}
	return slices.Min(chain)
}

// walled returns the stones, including the stones that walls assume.
func (s *Statement) walled() []game.Color {
	stones := slices.Clone(s.Stones)
	for _, q := range s.Walls {
		stones[q] = s.Defender.Other()
	}
	return stones
}

// wellFormed returns an error that wraps ErrProof if the statement is malformed.
func (s *Statement) wellFormed() error {
	switch {
	case s.Board == nil:
		return wrong("without a board")
	case len(s.Stones) != s.Board.Len():
		return wrong("%d colours on a board of %d points", len(s.Stones), s.Board.Len())
	case !side(s.ToPlay):
		return wrong("no side is to move")
	case !side(s.Defender):
		return wrong("there is no defender")
	case s.Ko < board.None || int(s.Ko) >= s.Board.Len():
		return wrong("the ko is point %d, which is not on the board", s.Ko)
	case s.Ko != board.None && s.Stones[s.Ko] != game.Empty:
		return wrong("the ko is not on an empty point")
	case len(s.Region) == 0 || len(s.Region) > MaxRegion:
		return wrong("a region of %d points: want 1 to %d", len(s.Region), MaxRegion)
	case len(s.Targets) > MaxTargets:
		return wrong("%d targets: the maximum is %d", len(s.Targets), MaxTargets)
	}
	if i := slices.IndexFunc(s.Stones, func(c game.Color) bool { return c > game.White }); i >= 0 {
		return wrong("colour %d on point %d", s.Stones[i], i)
	}
	return s.pointsWellFormed()
}

func (s *Statement) pointsWellFormed() error {
	if err := s.ascending(s.Region, "region"); err != nil {
		return err
	}
	if err := s.ascending(s.Walls, "walls"); err != nil {
		return err
	}
	for _, q := range s.Walls {
		if _, inside := slices.BinarySearch(s.Region, q); inside || s.Stones[q] != game.Empty {
			return wrong("a wall on %s, which is not an empty point outside the region", s.Board.Name(q))
		}
	}
	for _, q := range s.Targets {
		if _, inside := slices.BinarySearch(s.Region, q); !inside {
			return wrong("the target is point %d, which is not in the region", q)
		}
		if s.Stones[q] != s.Defender {
			return wrong("no stone of the defender's on the target %s", s.Board.Name(q))
		}
	}
	return nil
}

// ascending refuses points that are not on the board, or not in ascending order.
func (s *Statement) ascending(points []game.Point, what string) error {
	last := board.None
	for _, q := range points {
		if q <= last || int(q) >= s.Board.Len() {
			return wrong("point %d of the %s is not on the board, or not behind the one before", q, what)
		}
		last = q
	}
	return nil
}

func side(c game.Color) bool { return c == game.Black || c == game.White }
