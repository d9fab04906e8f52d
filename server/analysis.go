package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/wire"
)

// The bounds of an analysis.
const (
	maxAnalysisMove = 4000 // moves
	maxExcluded     = 500  // moves that are not to be considered
	maxBest         = 12   // moves valued one by one
)

// analyses keeps count of who lets an engine think about a position: one search
// for each visitor. A second one, in another window too, ends the first.
type analyses struct {
	mu      sync.Mutex
	running map[string]*analysis // by guest
}

// analysis is one search of a visitor.
type analysis struct{ stop context.CancelFunc }

// begin registers a search, which ends the guest's earlier one, and returns the
// context that it runs in and what is to be called at its end.
func (a *analyses) begin(ctx context.Context, guest string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	own := &analysis{cancel}
	a.mu.Lock()
	defer a.mu.Unlock()
	if before := a.running[guest]; before != nil {
		before.stop()
	}
	a.running[guest] = own
	return ctx, func() {
		cancel()
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.running[guest] == own {
			delete(a.running, guest)
		}
	}
}

// analyst answers the questions of an analysis.
func (s *Server) analyst(m *member) answerer {
	return func(ctx, now context.Context, data []byte) error {
		var req wire.AnalysisRequest
		if err := json.Unmarshal(data, &req); err != nil {
			return m.tell(now, wire.AnalysisReply{Problem: notUnderstood})
		}
		if err := guarded(func() error { return s.analyse(now, m, req) }); err != nil && now.Err() == nil {
			s.log.Error("analysis failed", "err", err)
			return m.tell(ctx, wire.AnalysisReply{ID: req.ID, Problem: "the computer could not look at this position; please try again"})
		}
		return nil
	}
}

// analyse answers one request until ctx ends.
func (s *Server) analyse(ctx context.Context, m *member, req wire.AnalysisRequest) error {
	pos, err := s.positionOf(ctx, req)
	if err != nil {
		return m.tell(ctx, wire.AnalysisReply{ID: req.ID, Problem: err.Error()})
	}
	if err := m.tell(ctx, wire.AnalysisReply{ID: req.ID, Position: analysedPosition(pos)}); err != nil {
		return err
	}
	id := s.cfg.Analysts[gameOf(req.Rules)]
	if req.Seconds <= 0 || id == "" || pos.Outcome().Over {
		return nil
	}
	lim := engine.Limits{Seed: newSeed(), Best: min(max(req.Best, 0), maxBest), Exclude: movesOf(pos, req.Exclude)}
	ctx, end := s.analyses.begin(ctx, m.guest)
	defer end()
	return s.analysts.use(ctx, m.guest, id, func(eng engine.Engine) error {
		longest := min(time.Duration(req.Seconds*float64(time.Second)), s.cfg.Limits.AnalysisTime)
		now, cancel := context.WithTimeout(ctx, longest)
		defer cancel()
		lim.Time = longest
		info, err := eng.Search(now, pos, lim, m.thinker(req.ID, pos))
		if err != nil || ctx.Err() != nil {
			return err
		}
		return m.tell(ctx, wire.AnalysisReply{ID: req.ID, Thinking: thinkingOf(pos, info, true)})
	})
}

// thinker returns what tells an engine's thoughts, not too often, and only while
// the connection keeps up.
func (m *member) thinker(id int, pos game.Position) func(engine.Info) {
	var last time.Time
	return func(info engine.Info) {
		now := time.Now()
		if now.Sub(last) < reportEvery {
			return
		}
		last = now
		m.offer(wire.AnalysisReply{ID: id, Thinking: thinkingOf(pos, info, false)})
	}
}

func analysedPosition(pos game.Position) *wire.AnalysisPosition {
	out := pos.Outcome()
	st := positionState(pos, !out.Over)
	st.Phase = "playing"
	if out.Over {
		st.Phase, st.Result, st.ResultHow = "finished", out.String(), out.How
	}
	return &wire.AnalysisPosition{Stones: stonesText(pos), State: st}
}

// positionOf returns the position that a request asks about. The error is for
// the one who asks.
func (s *Server) positionOf(ctx context.Context, req wire.AnalysisRequest) (game.Position, error) {
	if len(req.Rules) > maxSpec {
		return nil, fmt.Errorf("rules %.20q...: an id has at most %d characters", req.Rules, maxSpec)
	}
	b, err := s.boards.get(ctx, req.Board)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(req.Rules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	if req.Stones != "" {
		if err := setUp(pos, req.Stones, req.ToPlay); err != nil {
			return nil, err
		}
	}
	if len(req.Moves) > maxAnalysisMove {
		return nil, fmt.Errorf("%d moves are more than the %d that can be looked at", len(req.Moves), maxAnalysisMove)
	}
	for i, name := range req.Moves {
		if err := playNamed(pos, name); err != nil {
			return nil, fmt.Errorf("move %d, %.20q: %w", i+1, name, err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return pos, nil
}

// playNamed plays a move; the error says in plain words why that cannot be.
func playNamed(pos game.Position, name string) error {
	if len(name) > maxMove {
		return errors.New("that is no move")
	}
	move, err := game.ParseMove(pos, name)
	if err != nil {
		return errors.New("there is no such point on this board")
	}
	if illegal, ok := errors.AsType[*game.IllegalMove](pos.Play(move)); ok {
		return errors.New(illegal.Reason.String())
	}
	return nil
}

// setUp places stones by hand, with one character a point.
func setUp(pos game.Position, stones, toPlay string) error {
	setter, ok := pos.(game.Setter)
	if !ok {
		return errors.New("stones cannot be placed by hand in this game")
	}
	if len(stones) != pos.Board().Len() {
		return fmt.Errorf("stones: %d characters for a board of %d points", len(stones), pos.Board().Len())
	}
	side, ok := sideOf(toPlay)
	if !ok || side == game.Empty {
		return fmt.Errorf(`the side to move is "black" or "white", not %.20q`, toPlay)
	}
	var placed []game.Placed
	for p, c := range []byte(stones) {
		switch c {
		case '.':
		case stoneChars[game.Black]:
			placed = append(placed, game.Placed{Point: game.Point(p), Color: game.Black})
		case stoneChars[game.White]:
			placed = append(placed, game.Placed{Point: game.Point(p), Color: game.White})
		default:
			return fmt.Errorf("stones: there is no stone %.4q", string(c))
		}
	}
	return setter.Set(placed, side)
}

// movesOf returns the moves of those names; others are left out.
func movesOf(pos game.Position, names []string) []game.Move {
	var moves []game.Move
	for _, name := range names[:min(len(names), maxExcluded)] {
		if len(name) > maxMove {
			continue
		}
		if m, err := game.ParseMove(pos, name); err == nil {
			moves = append(moves, m)
		}
	}
	return moves
}
