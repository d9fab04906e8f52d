package work

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/solve/life"
)

// state is the state of a job.
type state string

// States that a worker sends.
const (
	working  state = "working"  // it has the job; sent immediately and then every second
	thinking state = "thinking" // it has a result, and continues
	done     state = "done"
	failed   state = "failed"   // it failed, and returns the job
	returned state = "returned" // it stops, and returns the job
)

// answer is a worker's message about a job.
type answer struct {
	Try      int            `json:"try"` // number of the attempt at the job
	State    state          `json:"state"`
	Found    *found         `json:"found,omitempty"`
	Dead     []game.Point   `json:"dead,omitempty"`
	Solved   *life.Answer   `json:"solved,omitempty"`
	Early    bool           `json:"early,omitempty"`    // the result when it had to answer
	Progress *life.Progress `json:"progress,omitempty"` // of a problem
	Text     string         `json:"text,omitempty"`     // reason of a failure, for the log

	Final bool `json:"final,omitempty"` // no other worker can do it

	sure bool // from a trusted worker
}

// parseAnswer parses an answer. The error is for the log.
func parseAnswer(data []byte) (answer, error) {
	var a answer
	if len(data) > maxAnswer {
		return a, fmt.Errorf("an answer of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("answer: %w", err)
	}
	if a.Try < 1 || a.Try > tries {
		return a, fmt.Errorf("answer: invalid try %d", a.Try)
	}
	a.Text = a.Text[:min(len(a.Text), maxText)]
	return a, nil
}

// found is engine.Info.
type found struct {
	Move       game.Move     `json:"move"`
	Value      float64       `json:"value"`
	Depth      int           `json:"depth,omitempty"`
	Nodes      int64         `json:"nodes,omitempty"`
	Elapsed    time.Duration `json:"elapsed,omitempty"`
	PV         []game.Move   `json:"pv,omitempty"`
	Candidates []candidate   `json:"candidates,omitempty"`
	Resign     bool          `json:"resign,omitempty"`
	Mate       int           `json:"mate,omitempty"`
	Book       bool          `json:"book,omitempty"`
	Solved     bool          `json:"solved,omitempty"`
	Lead       float64       `json:"lead,omitempty"`
	Counted    bool          `json:"counted,omitempty"`
	Rough      bool          `json:"rough,omitempty"`
}

type candidate struct {
	Move   game.Move   `json:"move"`
	Visits int64       `json:"visits,omitempty"`
	Value  float64     `json:"value"`
	Prior  float64     `json:"prior,omitempty"`
	PV     []game.Move `json:"pv,omitempty"`
	Mate   int         `json:"mate,omitempty"`
	Solved bool        `json:"solved,omitempty"`
}

// foundOf returns an engine's result for an answer, without candidates and moves beyond what is shown.
func foundOf(info engine.Info) *found {
	f := &found{
		Move: info.Move, Value: probability(info.Value), Depth: info.Depth, Nodes: info.Nodes, Elapsed: info.Elapsed, PV: line(info.PV),
		Resign: info.Resign, Mate: info.Mate, Book: info.Book, Solved: info.Solved,
		Lead: points(info.Lead), Counted: info.HasLead, Rough: info.Rough,
	}
	for _, c := range info.Candidates[:min(len(info.Candidates), maxBest)] {
		f.Candidates = append(f.Candidates, candidate{
			c.Move, c.Visits, probability(c.Value), probability(c.Prior), c.PV[:min(len(c.PV), maxShort)], c.Mate, c.Solved,
		})
	}
	return f
}

func line(moves []game.Move) []game.Move { return moves[:min(len(moves), maxLine)] }

// probability returns x, or 0 if it is not a probability.
func probability(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, 0), 1)
}

// points returns x, or 0 if it is not a possible lead on any board.
func points(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, -mostPoints), mostPoints)
}

// mostPoints is larger than any board.
const mostPoints = 1e6

// info returns an answer's result for pos as far as it can be trusted: only the playable part of variations, and
// certain results only if sure. ok is false if nothing is left.
func (f *found) info(pos game.Position, sure bool) (info engine.Info, ok bool) {
	if f == nil || pos.Check(f.Move) != game.Legal && !(f.Resign && f.Move == game.NoMove) {
		return info, false
	}
	pos = pos.Clone()
	info = engine.Info{
		Move: f.Move, Value: probability(f.Value), Depth: min(max(f.Depth, 0), maxMoves),
		Nodes: max(f.Nodes, 0), Elapsed: min(max(f.Elapsed, 0), longest),
		PV: playable(pos, f.PV), Resign: f.Resign, Book: f.Book, Lead: points(f.Lead), HasLead: f.Counted, Rough: f.Rough,
	}
	if sure {
		info.Mate, info.Solved = f.Mate, f.Solved
	}
	for _, c := range f.Candidates[:min(len(f.Candidates), maxBest)] {
		if pos.Check(c.Move) != game.Legal {
			continue
		}
		e := engine.Candidate{
			Move: c.Move, Visits: max(c.Visits, 0), Value: probability(c.Value), Prior: probability(c.Prior), PV: playable(pos, c.PV),
		}
		if sure {
			e.Mate, e.Solved = c.Mate, c.Solved
		}
		info.Candidates = append(info.Candidates, e)
	}
	return info, true
}

// playable returns the playable part of a variation. It does not change pos.
func playable(pos game.Position, moves []game.Move) []game.Move {
	moves = line(moves)
	n := 0
	for n < len(moves) && pos.Play(moves[n]) == nil {
		n++
	}
	for range n {
		pos.Undo()
	}
	return moves[:n:n]
}

// chains returns the dead stones of an answer if they are whole chains of pos, each once, in ascending order.
func (a answer) chains(pos game.Position) ([]game.Point, bool) {
	if !slices.IsSorted(a.Dead) || len(slices.Compact(slices.Clone(a.Dead))) != len(a.Dead) {
		return nil, false
	}
	chainer, _ := pos.(game.Chainer)
	for _, p := range a.Dead {
		if p < 0 || int(p) >= pos.Board().Len() || pos.At(p) == game.Empty {
			return nil, false
		}
		if chainer == nil {
			continue
		}
		stones, _ := chainer.Chain(p)
		for _, s := range stones {
			if _, named := slices.BinarySearch(a.Dead, s); !named {
				return nil, false
			}
		}
	}
	return a.Dead, true
}
