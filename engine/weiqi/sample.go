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

// sample is a position of a game that was played for training, and its target.
type sample struct {
	in   neural.Input
	want neural.Target
}

// samples makes samples of games. It is not safe for use by several goroutines.
type samples struct {
	model       model
	features    string  // the feature set, as in neural.Config
	searchShare float64 // as TrainOptions.SearchShare
	boards      map[string]*board.Board
	shapes      map[string]*shape
	states      map[[2]string]*state // by board and rules; reused for all games, since the ladder reader is large
	never       atomic.Bool
}

func newSamples(features string, seen float64) *samples {
	return &samples{
		model: model{know: full, policy: heavy}, features: features, searchShare: seen,
		boards: map[string]*board.Board{}, shapes: map[string]*shape{}, states: map[[2]string]*state{},
	}
}

// at returns the sample of a position.
func (l *samples) at(p place) (sample, error) {
	if p.labels != nil {
		return l.ofLabelled(p.labels, p.ply)
	}
	return l.of(p.game, p.ply)
}

// of returns the sample of a game's position before turn ply, which was searched.
func (l *samples) of(g *Played, ply int) (sample, error) {
	s, err := l.start(g)
	if err != nil {
		return sample{}, err
	}
	in, err := s.viewAfter(g.Moves[:ply])
	return sample{in, s.target(g, ply, l.searchShare)}, err
}

// ofLabelled returns the sample of a game's position before turn ply, which has a label.
func (l *samples) ofLabelled(g *Labelled, ply int) (sample, error) {
	s, err := l.state(g.board(), "")
	if err != nil {
		return sample{}, err
	}
	g.begin(s)
	in, err := s.viewAfter(g.Moves[:ply])
	return sample{in, g.Rows[ply].target(s.viewer.legal)}, err
}

// viewAfter returns a copy of the features of the position after moves.
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

// start returns the first position of a game, valid until the next call.
func (l *samples) start(g *Played) (*state, error) {
	s, err := l.state(g.Board, g.Rules)
	if err == nil {
		s.Reset()
	}
	return s, err
}

// state returns the reused state for games on a board by some rules, or the one for labelled games, whose rules are "".
func (l *samples) state(spec, law string) (*state, error) {
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

func (l *samples) newState(spec, id string) (*state, error) {
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
	st.viewer.features = l.features
	return st, nil
}

// target returns the target for the position that was just viewed.
func (s *state) target(g *Played, ply int, seen float64) neural.Target {
	n := int(s.n)
	t := neural.Target{Policy: make([]float32, n), Ownership: make([]float32, n), Legal: slices.Clone(s.viewer.legal)}
	setPolicy(&t, g.Visits[ply])
	lead, sign := -s.rules.Komi, float32(1)
	for _, o := range g.Owner {
		lead += float64(o)
	}
	if s.ToPlay() == game.White {
		lead, sign = -lead, -1
	}
	for p, o := range g.Owner {
		t.Ownership[p] = sign * float32(o)
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

// setPolicy sets the policy of t to the shares of visits or thousandths in pairs: a move, its number, the next move.
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
