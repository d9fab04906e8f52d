package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// Record is a finished game, a line of the log.
type Record struct {
	Game    int        `json:"game"`    // number in the schedule, from 0
	Players [2]string  `json:"players"` // Black and White at the start
	Opening string     `json:"opening,omitempty"`
	Turned  int        `json:"turned,omitzero"` // how often the opening occurred before; then it is turned
	Points  [2]float64 `json:"points"`          // of the two players: 1, 1/2 or 0
	Result  string     `json:"result"`          // as records write it, such as "B+"
	How     string     `json:"how"`             // such as "five", "time", "crash"
	Fault   string     `json:"fault,omitempty"`
	Detail  string     `json:"detail,omitempty"` // describes the fault
	Moves   []string   `json:"moves"`            // the opening's first
	Book    int        `json:"book,omitzero"`    // how many of them are the opening's
	Side    [2]Usage   `json:"side"`             // of the two players

	Clock    [2]clock.Spec `json:"clock,omitzero"` // of the two players
	Left     []clock.State `json:"left,omitempty"` // by move after the opening: what its player had left after it; empty without clocks
	Finished time.Time     `json:"finished"`
}

// Usage is what one player used in a game.
type Usage struct {
	Moves   int           `json:"moves"`
	Time    time.Duration `json:"time"`
	Longest time.Duration `json:"longest"` // of one move
	Nodes   int64         `json:"nodes,omitzero"`
	Depth   int           `json:"depth,omitzero"` // sum over the moves
}

// worker plays one game at a time with its own engines.
type worker struct {
	cfg     *Config
	engines []engine.Engine // by player, nil before the first game and after a failure

	symmetries [][]game.Point
}

func newWorker(cfg *Config, symmetries [][]game.Point) *worker {
	return &worker{cfg: cfg, engines: make([]engine.Engine, len(cfg.Players)), symmetries: symmetries}
}

func (w *worker) close() {
	for i := range w.engines {
		w.drop(i)
	}
}

// drop closes a player's engine: the next game opens a new one.
func (w *worker) drop(player int) {
	if e := w.engines[player]; e != nil {
		e.Close()
		w.engines[player] = nil
	}
}

// contest is a running game.
type contest struct {
	*worker
	job
	rec    Record
	pos    game.Position
	clocks [2]stopwatch // of the two players
	agreed [2]int       // how often in a row each side has called agreedOn the winner
	leader game.Color
}

// play plays one game. The error is the context's, or one that no player has caused.
func (w *worker) play(ctx context.Context, j job) (Record, error) {
	c := &contest{worker: w, job: j, rec: Record{Game: j.game}}
	for side, p := range j.players {
		c.rec.Players[side] = w.cfg.Players[p].Name
		c.rec.Clock[side] = w.cfg.Players[p].Control.clock()
		c.clocks[side] = newStopwatch(c.rec.Clock[side])
	}
	if err := c.open(); err != nil {
		return Record{}, err
	}
	out, err := c.moves(ctx)
	if err != nil {
		return Record{}, err
	}
	c.finish(out)
	return c.rec, nil
}

// open sets the opening up.
func (c *contest) open() error {
	pos, err := c.cfg.Rules.New(c.cfg.Board)
	if err != nil {
		return err
	}
	if c.opening >= 0 {
		o := c.cfg.Openings[c.opening]
		if err := o.turn(c.symmetries[c.turned%len(c.symmetries)]).play(pos); err != nil {
			return err
		}
		c.rec.Opening, c.rec.Turned, c.rec.Book = o.Text, c.turned, len(pos.Moves())
	}
	c.pos = pos
	return nil
}

// seat returns the player, 0 or 1, whose turn it is.
func (c *contest) seat() int {
	if game.Player(c.pos) == game.White {
		return 1
	}
	return 0
}

// mostMoves bounds a game: more than four moves a point are no progress.
func (c *contest) mostMoves() int {
	if c.cfg.Adjudication.Draw > 0 {
		return c.cfg.Adjudication.Draw
	}
	return 4*c.pos.Board().Len() + 10
}

// moves plays to the end. In the outcome, Black is the player that began as Black.
func (c *contest) moves(ctx context.Context) (game.Outcome, error) {
	for !c.pos.Outcome().Over {
		if len(c.pos.Moves()) >= c.mostMoves() {
			return game.Outcome{Over: true, How: "moves"}, nil
		}
		if out, ok := c.decided(); ok {
			return out, nil
		}
		seat := c.seat()
		info, fault, err := c.move(ctx, seat)
		if ctx.Err() != nil {
			return game.Outcome{}, context.Cause(ctx)
		}
		if err != nil {
			return game.Outcome{}, err
		}
		if fault != nil {
			c.rec.Fault, c.rec.Detail = fault.Fault.String(), fault.Error()
			c.drop(c.players[seat])
			return lost(seat, fault.Fault.String()), nil
		}
		if info.Resign {
			return lost(seat, "resignation"), nil
		}
		if winner := c.agree(seat, info); winner != game.Empty {
			return game.Outcome{Over: true, Winner: winner, How: "adjudication"}, nil
		}
	}
	return c.outcome(ctx)
}

// decided returns the result of a game with a sufficient lead.
func (c *contest) decided() (game.Outcome, bool) {
	s, ok := c.pos.(game.Scorer)
	lead := c.cfg.Adjudication.Lead
	if !ok || lead <= 0 || len(c.pos.Moves()) < c.pos.Board().Len() {
		return game.Outcome{}, false
	}
	out := s.Score(nil).Outcome()
	out.How = "adjudication"
	return out, out.Margin >= lead
}

func lost(seat int, how string) game.Outcome {
	return game.Outcome{Over: true, Winner: [2]game.Color{game.White, game.Black}[seat], How: how}
}

// outcome returns the result by the rules, with the winner converted from a colour to the player
// that has it.
func (c *contest) outcome(ctx context.Context) (game.Outcome, error) {
	out := c.pos.Outcome()
	if s, ok := c.pos.(game.Scorer); ok && out.How == "score" {
		var dead []game.Point
		if c.cfg.Judge != nil {
			var err error
			if dead, err = c.cfg.Judge(ctx, c.pos); err != nil {
				return out, fmt.Errorf("arena: counting game %d: %w", c.game+1, err)
			}
		}
		out = s.Score(dead).Outcome()
	}
	if out.Winner != game.Empty {
		out.Winner = game.Holder(c.pos, out.Winner)
	}
	return out, nil
}

// move lets a player move. A fault is the player's; no player is responsible for an error.
func (c *contest) move(ctx context.Context, seat int) (engine.Info, *engine.Failure, error) {
	player := c.players[seat]
	name, ctl := c.cfg.Players[player].Name, c.cfg.Players[player].Control
	fault := func(f engine.Fault, err error) (engine.Info, *engine.Failure, error) {
		return engine.Info{}, &engine.Failure{Engine: name, Fault: f, Err: err}, nil
	}
	if c.engines[player] == nil {
		e, err := c.cfg.Players[player].Open(ctx)
		if err != nil {
			return engine.Info{}, nil, fmt.Errorf("arena: player %s: %w", name, err)
		}
		c.engines[player] = e
	}
	if err := prepare(ctx, c.engines[player], c.pos); err != nil {
		return c.blame(name, err)
	}
	info, spent, err := c.search(ctx, player, c.limits(seat, ctl))
	use := &c.rec.Side[seat]
	use.Moves++
	use.Time += spent
	use.Longest = max(use.Longest, spent)
	use.Nodes += info.Nodes
	use.Depth += info.Depth
	if err != nil {
		return c.blame(name, err)
	}
	if ctx.Err() != nil {
		return info, nil, nil
	}
	if ctl.Move > 0 && spent > ctl.Move+c.cfg.Tolerance {
		return fault(engine.Overtime, fmt.Errorf("move %d took %v of %v", len(c.pos.Moves())+1, rounded(spent), ctl.Move))
	}
	if over := c.clocks[seat].move(spent, c.cfg.Tolerance); over > 0 {
		return fault(engine.Overtime,
			fmt.Errorf("move %d took %v and was %v after the end of the clock (%s)",
				len(c.pos.Moves())+1, rounded(spent), rounded(over), c.rec.Clock[seat].Text()))
	}
	if info.Resign {
		return info, nil, nil
	}
	if err := c.pos.Play(info.Move); err != nil {
		return fault(engine.Illegal, fmt.Errorf("move %d, %s: %w", len(c.pos.Moves())+1, game.Format(c.pos, info.Move), err))
	}
	if c.timed() {
		c.rec.Left = append(c.rec.Left, c.clocks[seat].left)
	}
	return info, nil, nil
}

// blame turns an engine's error into its fault: as the engine classifies it, or as a crash, since
// it cannot continue.
func (c *contest) blame(name string, err error) (engine.Info, *engine.Failure, error) {
	var f *engine.Failure
	if errors.As(err, &f) {
		return engine.Info{}, &engine.Failure{Engine: name, Fault: f.Fault, Err: f.Err}, nil
	}
	return engine.Info{}, &engine.Failure{Engine: name, Fault: engine.Crashed, Err: err}, nil
}

// limits returns the limits of the next move. Each move has its own seed, which a replay repeats.
func (c *contest) limits(seat int, ctl Control) engine.Limits {
	lim := engine.Limits{Time: ctl.Move, Nodes: ctl.Nodes, Depth: ctl.Depth, Threads: ctl.Threads}
	if c.rec.Clock[seat].Counts() {
		lim.Clock = engine.Clock{Spec: c.rec.Clock[seat], Own: c.clocks[seat].shows(), Other: c.clocks[1-seat].shows()}
	}
	lim.Seed = rand.New(rand.NewPCG(c.cfg.Seed, uint64(c.game)<<20|uint64(len(c.pos.Moves())))).Uint64()
	return lim
}

// agree counts how often in a row both sides have called the same side the winner, and returns that
// side when the count suffices.
func (c *contest) agree(seat int, info engine.Info) game.Color {
	a := c.cfg.Adjudication
	if a.Moves <= 0 {
		return game.Empty
	}
	own := [2]game.Color{game.Black, game.White}[seat]
	called := game.Empty
	switch {
	case info.Value >= a.Chance:
		called = own
	case info.Value <= 1-a.Chance:
		called = own.Other()
	}
	if called == game.Empty || called != c.leader {
		c.agreed, c.leader = [2]int{}, called
	}
	if called == game.Empty {
		return game.Empty
	}
	c.agreed[seat]++
	if min(c.agreed[0], c.agreed[1]) < a.Moves {
		return game.Empty
	}
	return called
}

// finish writes the outcome into the record.
func (c *contest) finish(out game.Outcome) {
	c.rec.Result, c.rec.How = out.String(), out.How
	c.rec.Points = [2]float64{0.5, 0.5}
	switch out.Winner {
	case game.Black:
		c.rec.Points = [2]float64{1, 0}
	case game.White:
		c.rec.Points = [2]float64{0, 1}
	}
	replay, err := c.cfg.Rules.New(c.cfg.Board)
	for _, m := range c.pos.Moves() {
		if err != nil {
			break
		}
		c.rec.Moves = append(c.rec.Moves, game.Format(replay, m))
		err = replay.Play(m)
	}
	c.rec.Finished = time.Now().UTC().Truncate(time.Millisecond)
}
