package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// kind is the kind of a job.
type kind string

// Kinds of jobs.
const (
	search kind = "search" // search for a move
	dead   kind = "dead"   // search for dead stones
	solve  kind = "solve"  // solve a life-and-death problem
)

// Limits of messages.
const (
	maxJob     = 900 << 10 // bytes of a job; NATS allows 1 MiB
	maxAnswer  = 64 << 10  // bytes of an answer
	maxSign    = 4 << 10   // bytes of a sign of life
	maxText    = 500       // bytes of a sentence
	maxID      = 64        // bytes of an id
	maxMoves   = 20_000    // of a game
	maxExclude = 1000      // excluded moves
	maxBest    = 64        // moves with an own value
	maxLine    = 200       // moves of a variation
	maxShort   = 40        // moves of a candidate's variation
	longest    = 10 * time.Minute
)

// job is a request to an engine with all its input.
type job struct {
	ID     string        `json:"id"`
	Node   string        `json:"node"` // that asks
	Kind   kind          `json:"kind"`
	Engine string        `json:"engine"` // its id
	For    string        `json:"for"`    // the same for all jobs of a game; reveals nothing else
	Time   time.Duration `json:"time"`   // remaining when it was sent; 0 for no limit
	Limits limits        `json:"limits"`
	Asked  position      `json:"position"`
	Solve  *question     `json:"solve,omitempty"` // of kind solve; Asked has the board then
}

// limits are engine.Limits.
type limits struct {
	Time    time.Duration `json:"time,omitempty"`
	Nodes   int64         `json:"nodes,omitempty"`
	Depth   int           `json:"depth,omitempty"`
	Seed    uint64        `json:"seed,string,omitempty"`
	Best    int           `json:"best,omitempty"`
	Exclude []game.Move   `json:"exclude,omitempty"`
	Clock   string        `json:"clock,omitempty"`
	Own     *clock.State  `json:"own,omitempty"`
	Other   *clock.State  `json:"other,omitempty"`
}

// limitsOf converts the limits of an engine.
func limitsOf(lim engine.Limits) limits {
	l := limits{Time: lim.Time, Nodes: lim.Nodes, Depth: lim.Depth, Seed: lim.Seed, Best: lim.Best, Exclude: lim.Exclude}
	if lim.Clock.Counts() {
		own, other := lim.Clock.Own, lim.Clock.Other
		l.Clock, l.Own, l.Other = lim.Clock.Spec.String(), &own, &other
	}
	return l
}

// engine returns the limits for an engine.
func (l limits) engine() (engine.Limits, error) {
	lim := engine.Limits{Time: l.Time, Nodes: l.Nodes, Depth: l.Depth, Seed: l.Seed, Best: l.Best, Exclude: l.Exclude}
	if l.Clock == "" || l.Own == nil || l.Other == nil {
		return lim, nil
	}
	spec, err := clock.Parse(l.Clock)
	lim.Clock = engine.Clock{Spec: spec, Own: *l.Own, Other: *l.Other}
	return lim, err
}

// position describes a position by its moves.
type position struct {
	Board  string          `json:"board"`            // its spec
	Custom json.RawMessage `json:"custom,omitempty"` // the board, if it has no spec
	Title  string          `json:"title,omitempty"`
	Rules  string          `json:"rules"`
	Stones []game.Placed   `json:"stones,omitempty"` // set up before the first move
	ToPlay game.Color      `json:"toPlay,omitempty"` // side that began, after set-up stones
	Moves  []game.Move     `json:"moves"`
	Over   bool            `json:"over,omitempty"`
	Resume []int           `json:"resume,omitempty"` // for each time that the game was resumed, the number of moves before
	Hash   uint64          `json:"hash,string"`
}

// positionOf describes a position.
func positionOf(pos game.Position) position {
	p := boardOf(pos.Board())
	p.Rules, p.Moves, p.Over, p.Hash = pos.Rules().ID(), pos.Moves(), pos.Outcome().Over, pos.Hash()
	stones, toPlay := game.Start(pos)
	for at, c := range stones {
		if c != game.Empty {
			p.Stones = append(p.Stones, game.Placed{Point: game.Point(at), Color: c})
		}
	}
	if len(p.Stones) > 0 || toPlay != game.Black {
		p.ToPlay = toPlay
	}
	for i, t := range pos.Turns() {
		if t.Resumed {
			p.Resume = append(p.Resume, i)
		}
	}
	return p
}

// boardOf describes a board alone.
func boardOf(b *board.Board) position {
	p := position{Board: b.Spec()}
	if b.Custom() {
		p.Custom, p.Title = boardfile.JSON(b), b.Title()
	}
	return p
}

// board makes the board.
func (p position) board() (*board.Board, error) {
	if len(p.Custom) == 0 {
		return board.Parse(p.Board)
	}
	draft, err := boardfile.ReadJSON(p.Title, bytes.NewReader(p.Custom))
	if err != nil {
		return nil, err
	}
	b, err := draft.Board(p.Title)
	if err != nil {
		return nil, err
	}
	if b.Spec() != p.Board {
		return nil, fmt.Errorf("board %.80q: the enclosed board is another one", p.Board)
	}
	return b, nil
}

// on returns the position on its board. The error is for the log.
func (p position) on(b *board.Board) (game.Position, error) {
	rules, err := catalog.Rules(p.Rules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	if p.ToPlay != game.Empty {
		if err := p.setUp(pos); err != nil {
			return nil, err
		}
	}
	resumed := p.Resume
	for i, m := range p.Moves {
		if len(resumed) > 0 && resumed[0] == i {
			resumed = resumed[1:]
			game.Resume(pos)
		}
		if err := pos.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if !p.Over {
		game.Resume(pos)
	}
	if pos.Hash() != p.Hash {
		return nil, errOther
	}
	return pos, nil
}

// errOther is the error of a position that its moves do not lead to.
var errOther = errors.New("the moves lead to another position")

func (p position) setUp(pos game.Position) error {
	fresh, toPlay := game.Start(pos)
	same := toPlay == p.ToPlay
	count := 0
	for _, c := range fresh {
		if c != game.Empty {
			count++
		}
	}
	for _, s := range p.Stones {
		same = same && pos.Board().Len() > int(s.Point) && s.Point >= 0 && fresh[s.Point] == s.Color
	}
	if same && count == len(p.Stones) {
		return nil // the rules place them
	}
	setter, ok := pos.(game.Setter)
	if !ok {
		return errOther
	}
	for _, s := range p.Stones {
		if s.Point < 0 || int(s.Point) >= pos.Board().Len() || s.Color != game.Black && s.Color != game.White {
			return fmt.Errorf("invalid stone %v on %d", s.Color, s.Point)
		}
	}
	return setter.Set(p.Stones, p.ToPlay)
}

// parseJob parses a job. The error is for the log.
func parseJob(data []byte) (job, error) {
	var j job
	if len(data) > maxJob {
		return j, fmt.Errorf("a job of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return j, fmt.Errorf("job: %w", err)
	}
	switch {
	case !isID(j.ID) || !isID(j.Node):
		return j, errors.New("job: invalid ids")
	case j.Kind != search && j.Kind != dead && j.Kind != solve || (j.Kind == solve) != (j.Solve != nil):
		return j, fmt.Errorf("job: unknown kind %.20q", j.Kind)
	case j.Time < 0 || j.Time > longest || j.Limits.Time < 0 || j.Limits.Nodes < 0 || j.Limits.Depth < 0:
		return j, errors.New("job: invalid limits")
	case len(j.Asked.Moves) > maxMoves || len(j.Limits.Exclude) > maxExclude || j.Limits.Best < 0 || j.Limits.Best > maxBest:
		return j, errors.New("job: too many moves")
	}
	return j, nil
}

// isID reports whether text can be part of a subject.
func isID(text string) bool {
	if text == "" || len(text) > maxID {
		return false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '-' {
			return false
		}
	}
	return true
}
