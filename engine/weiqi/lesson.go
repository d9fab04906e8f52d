package weiqi

import (
	"fmt"
	"slices"
	"sync/atomic"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// lesson is a position of a game that was played for training, and what a network should
// have said of it.
type lesson struct {
	in   neural.Input
	want neural.Target
}

// lessons makes lessons of games. It is not safe for use by several goroutines.
type lessons struct {
	model  model
	told   string  // what is told of a position, as in neural.Config
	seen   float64 // as TrainOptions.SearchShare
	boards map[string]*board.Board
	shapes map[string]*shape
	states map[[2]string]*state // by board and rules: one is used for all games, as what it reads ladders with is large
	never  atomic.Bool
}

func newLessons(told string, seen float64) *lessons {
	return &lessons{
		model: model{know: full, policy: heavy}, told: told, seen: seen,
		boards: map[string]*board.Board{}, shapes: map[string]*shape{}, states: map[[2]string]*state{},
	}
}

// at returns the lesson of a position.
func (l *lessons) at(p place) (lesson, error) {
	if p.labels != nil {
		return l.ofLabelled(p.labels, p.ply)
	}
	return l.of(p.game, p.ply)
}

// of returns the lesson of a game's position before turn ply, which was searched.
func (l *lessons) of(g *Played, ply int) (lesson, error) {
	s, err := l.start(g)
	if err != nil {
		return lesson{}, err
	}
	in, err := s.viewAfter(g.Moves[:ply])
	return lesson{in, s.target(g, ply, l.seen)}, err
}

// ofLabelled returns the lesson of a game's position before turn ply, which has a label.
func (l *lessons) ofLabelled(g *Labelled, ply int) (lesson, error) {
	s, err := l.state(g.board(), "")
	if err != nil {
		return lesson{}, err
	}
	g.begin(s)
	in, err := s.viewAfter(g.Moves[:ply])
	return lesson{in, g.Rows[ply].target(s.viewer.legal)}, err
}

// viewAfter returns a copy of the view of the position after moves.
func (s *state) viewAfter(moves []game.Move) (neural.Input, error) {
	for i, m := range moves {
		if m >= 0 && (int(m) >= int(s.n) || !s.legal(m.Point())) {
			return neural.Input{}, fmt.Errorf("weiqi: move %d of a game for training is not legal", i+1)
		}
		s.Play(m)
	}
	in := s.view()
	in.Planes, in.Chain = slices.Clone(in.Planes), slices.Clone(in.Chain)
	return in, nil
}

// start returns the first position of a game, valid until the next one.
func (l *lessons) start(g *Played) (*state, error) {
	s, err := l.state(g.Board, g.Rules)
	if err == nil {
		s.Reset()
	}
	return s, err
}

// state returns the state that is used for all games on a board by some rules, and the one for labelled games, whose rules are "".
func (l *lessons) state(spec, law string) (*state, error) {
	key := [2]string{spec, law}
	if s := l.states[key]; s != nil {
		return s, nil
	}
	s, err := l.newState(spec, law)
	if err == nil {
		l.states[key] = s
	}
	return s, err
}

func (l *lessons) newState(spec, id string) (*state, error) {
	b := l.boards[spec]
	if b == nil {
		var err error
		if b, err = board.Parse(spec); err != nil {
			return nil, err
		}
		l.boards[spec], l.shapes[spec] = b, newShape(b)
	}
	var law game.Rules = rules.Default()
	if id != "" {
		var err error
		if law, err = rules.Parse(id); err != nil {
			return nil, err
		}
	}
	pos, err := law.New(b)
	if err != nil {
		return nil, err
	}
	l.model.shape = l.shapes[spec]
	r, err := l.model.root(pos, &l.never)
	if err != nil {
		return nil, err
	}
	st := r.State(1).(*state)
	st.viewer.told = l.told
	return st, nil
}

// target returns what is to be said of the position, which has just been viewed.
func (s *state) target(g *Played, ply int, seen float64) neural.Target {
	n := int(s.n)
	t := neural.Target{Policy: make([]float32, n), Owner: make([]float32, n), Legal: slices.Clone(s.viewer.legal)}
	setPolicy(&t, g.Visits[ply])
	lead, sign := -s.rules.Komi, float32(1)
	for _, o := range g.Owner {
		lead += float64(o)
	}
	if s.ToPlay() == game.White {
		lead, sign = -lead, -1
	}
	for p, o := range g.Owner {
		t.Owner[p] = sign * float32(o)
	}
	won := 0.5
	if lead != 0 {
		won = 0
		if lead > 0 {
			won = 1
		}
	}
	t.Win, t.Lead = float32((1-seen)*won+seen*g.Values[ply]), float32(lead)
	return t
}

// setPolicy sets the policy of t to shares of the visits or thousandths in pairs: a move, its number, the next move.
func setPolicy[N int32 | int64](t *neural.Target, pairs []N) {
	total := N(0)
	for i := 1; i < len(pairs); i += 2 {
		total += pairs[i]
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		share := float32(pairs[i+1]) / float32(total)
		if m := pairs[i]; m >= 0 {
			t.Policy[m], t.Legal[m] = share, true
		} else {
			t.Pass = share
		}
	}
}
