package weiqi

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// The bounds of the solver that is asked before playouts. They are nodes, never time: the status of stones must not
// depend on how busy the machine is.
const (
	solverNodes  = 20_000  // of one question, for each region that the solver tries
	solverBudget = 400_000 // of all questions about a position; a question costs as much as solverPoint nodes a point of the board, too
	solverPoint  = 8
	solverMemory = 4 << 20
)

// solver asks the life-and-death solver about chains of a position. Kos are judged without ko threats.
type solver struct {
	ctx    context.Context // without a deadline, of which the solver would use a part
	b      *board.Board
	colors []game.Color
	strong func(p game.Point, side game.Color) bool // whether a point is certainly the side's, whatever happens near it
	left   int64                                    // nodes
}

// newSolver returns a solver of a position. Its caller calls end.
func newSolver(ctx context.Context, b *board.Board, colors []game.Color, strong func(game.Point, game.Color) bool) (s *solver, end func()) {
	timeless, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	s = &solver{ctx: timeless, b: b, colors: colors, strong: strong, left: solverBudget}
	return s, func() { stop(); cancel() }
}

// lives is the fate of a chain that cannot be captured, if it is not known whether it is in seki.
const lives life.Fate = "lives"

// fate returns what is proved about the chain at p. If the opponent cannot capture it even by moving first, it is alive
// or in seki, or just lives. If its owner cannot save it even by moving first, it is dead. Otherwise it is NoFate.
func (s *solver) fate(p game.Point) life.Fate {
	own := s.colors[p]
	a := s.ask(p, own.Other())
	switch {
	case a == nil:
		return life.NoFate
	case a.Verdict == life.Lose && a.Fate == life.NoFate:
		return lives
	case a.Verdict == life.Lose:
		return a.Fate
	}
	if a = s.ask(p, own); a != nil && a.Verdict == life.Lose {
		return life.Dead
	}
	return life.NoFate
}

// ask returns the solver's answer about the chain at p with the given side moving first; nil without an answer that can be relied on.
func (s *solver) ask(p game.Point, first game.Color) *life.Answer {
	if s.left -= int64(solverPoint * s.b.Len()); s.left <= 0 {
		return nil
	}
	problem := tsumego.Problem{
		Board: s.b, Stones: s.colors, ToPlay: first, Ko: board.None, Question: tsumego.Kill, Target: []game.Point{p}, Threats: &tsumego.Threats{},
	}
	if first == s.colors[p] {
		problem.Question = tsumego.Live
	}
	solve, err := life.NewSolver(problem, life.Options{Memory: solverMemory, Nodes: min(solverNodes, s.left), Threads: 1, FateOnly: true})
	if err != nil {
		return nil // the group is too open
	}
	a, err := solve.Solve(s.ctx)
	if err != nil || s.ctx.Err() != nil {
		return nil
	}
	s.left -= a.Nodes
	if a.Verdict == life.Unknown || a.Assumes == life.AssumesRegion && !s.holds(a, s.winner(a, &problem)) {
		return nil
	}
	return a
}

// winner returns the side that succeeds by an answer.
func (s *solver) winner(a *life.Answer, p *tsumego.Problem) game.Color {
	if a.Verdict == life.Win {
		return p.ToPlay
	}
	return p.ToPlay.Other()
}

// holds reports whether the assumptions of an answer are safe: the winner's chains that reach beyond the region live,
// and the points where stones of the attacker's are assumed are the attacker's.
func (s *solver) holds(a *life.Answer, winner game.Color) bool {
	in := make([]bool, s.b.Len())
	for _, p := range a.Region {
		in[p] = true
	}
	for _, p := range a.Region {
		for _, q := range append(slices.Clone(s.b.Neighbors(p)), p) {
			if s.colors[q] == winner && s.reaches(q, in) && !s.strong(q, winner) {
				return false
			}
		}
	}
	attacks := a.Fate == life.Dead
	return !attacks || !slices.ContainsFunc(a.Walls, func(p game.Point) bool { return !s.strong(p, winner) })
}

// reaches reports whether the chain at p has a stone or a liberty outside.
func (s *solver) reaches(p game.Point, in []bool) bool {
	color, met := s.colors[p], map[game.Point]bool{p: true}
	for queue := []game.Point{p}; len(queue) > 0; queue = queue[1:] {
		if !in[queue[0]] {
			return true
		}
		for _, q := range s.b.Neighbors(queue[0]) {
			switch {
			case s.colors[q] == game.Empty && !in[q]:
				return true
			case s.colors[q] == color && !met[q]:
				met[q] = true
				queue = append(queue, q)
			}
		}
	}
	return false
}

// solve returns the fates of chains, by area, as far as the solver proves them. A
// chain is in seki only with one of the other side.
func (s *sekiMap) solve(ctx context.Context) []life.Fate {
	fates := slices.Repeat([]life.Fate{life.NoFate}, len(s.areas))
	solver, end := newSolver(ctx, s.b, s.colors, func(p game.Point, side game.Color) bool {
		return s.colors[p] == side && s.areas[s.of[p]].safe || s.colors[p] == game.Empty
	})
	defer end()
	for id := range s.areas {
		if s.contested(int32(id)) {
			fates[id] = solver.fate(s.areas[id].points[0])
		}
	}
	s.pair(fates)
	s.addKos(fates)
	return fates
}

// pair leaves chains in seki only with one of the other side.
func (s *sekiMap) pair(fates []life.Fate) {
	for changed := true; changed; {
		changed = false
		for id := range s.areas {
			if fates[id] == life.Seki && !s.opposesSeki(id, fates) {
				fates[id], changed = life.NoFate, true
			}
		}
	}
}

// addKos makes stones in a ko part of a seki that they touch. One of them may be lost, without any effect on the seki.
func (s *sekiMap) addKos(fates []life.Fate) {
	proved := slices.Clone(fates)
	for id := range s.areas {
		if s.inKo(id) && s.opposesSeki(id, proved) {
			fates[id] = life.Seki
		}
	}
}

// inKo reports whether an area is one stone that can be taken in a ko.
func (s *sekiMap) inKo(id int) bool {
	if a := &s.areas[id]; a.color == game.Empty || len(a.points) > 1 {
		return false
	}
	stone := s.areas[id].points[0]
	free := board.None
	for _, q := range s.b.Neighbors(stone) {
		switch {
		case s.colors[q] != game.Empty:
		case free != board.None:
			return false
		default:
			free = q
		}
	}
	return free != board.None && !slices.ContainsFunc(s.b.Neighbors(free), func(q game.Point) bool {
		return s.colors[q] != s.colors[stone]
	})
}

// opposesSeki reports whether a chain has an opponent in seki.
func (s *sekiMap) opposesSeki(id int, fates []life.Fate) bool {
	return slices.ContainsFunc(s.opponents(int32(id)), func(n int32) bool { return fates[n] == life.Seki })
}

// contested reports whether an area is a chain without much room that touches one of the
// other side, or shares liberties with one.
func (s *sekiMap) contested(id int32) bool {
	open := func(id int32) bool { return !s.areas[id].roomy }
	return s.areas[id].color != game.Empty && open(id) && slices.ContainsFunc(s.opponents(id), open)
}

// oppose finds for each group the chains of the other side that touch it or share liberties with it.
func (s *sekiMap) oppose() {
	s.rivals = make([][]int32, len(s.areas))
	for id := range s.areas {
		color, head := s.areas[id].color, s.head(int32(id))
		add := func(n int32) {
			if color != game.Empty && s.areas[n].color == color.Other() {
				s.rivals[head] = append(s.rivals[head], n)
			}
		}
		for _, n := range s.areas[id].near {
			add(n)
			if s.areas[n].shared() {
				for _, m := range s.areas[n].near {
					add(m)
				}
			}
		}
	}
}

// opponents returns the chains of the other side that touch the group of a chain or share liberties with it.
func (s *sekiMap) opponents(id int32) []int32 { return s.rivals[s.head(id)] }
