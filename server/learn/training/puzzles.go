package training

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	solve "moyo/solve/gomoku"
	"moyo/study/puzzles"
)

// The bounds of a try at a puzzle.
const (
	maxTry      = 2 * solve.MaxDepth // moves of both sides
	solveTime   = 3 * time.Second
	solveMemory = 8 << 20
	maxSolving  = 2 // tries checked at the same time
)

// noAnswer replaces the other side's move if no move helps.
const noAnswer = "-"

// puzzleRoutes are stateless: each request sends all moves again.
type puzzleRoutes struct {
	rules   func(id string) (game.Rules, error)
	rates   *limit.Addresses
	rate    float64
	solving chan struct{}            // one entry for each try being checked
	all     func() (*Puzzles, error) // every puzzle, shared and read-only
}

func newPuzzles(cfg Config) *puzzleRoutes {
	s := &puzzleRoutes{rules: cfg.Rules, rates: cfg.Rates, rate: cfg.Rate, solving: make(chan struct{}, maxSolving)}
	s.all = sync.OnceValues(s.list)
	return s
}

func (s *puzzleRoutes) register(api endpoint.API) {
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "puzzles", Method: http.MethodGet, Path: "/api/puzzles",
		Summary: "The Gomoku puzzles: positions won by continuous fours",
	}, s.getPuzzles)
	endpoint.Register(api, access.Take.By(identity.Learn).Pupils(), huma.Operation{
		OperationID: "try-puzzle", Method: http.MethodPost, Path: "/api/puzzles/{id}/try",
		Summary: "Try a move in a puzzle", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusTooManyRequests},
	}, s.tryPuzzle)
}

type puzzlesInput struct {
	Rule  string `query:"rule" doc:"such as renju; empty for any"`
	Depth int    `query:"depth" doc:"moves to the win; 0 for any"`
}

func (s *puzzleRoutes) getPuzzles(_ context.Context, in *puzzlesInput) (*endpoint.Answer[Puzzles], error) {
	all, err := s.all()
	if err != nil {
		return nil, err
	}
	out := Puzzles{Puzzles: []Puzzle{}, Rules: all.Rules, Depths: all.Depths}
	for _, p := range all.Puzzles {
		if (in.Rule == "" || in.Rule == ruleOf(p.Rules)) && (in.Depth == 0 || in.Depth == p.Depth) {
			out.Puzzles = append(out.Puzzles, p)
		}
	}
	return endpoint.Reply(out), nil
}

// list returns every puzzle with its parsed board and position.
func (s *puzzleRoutes) list() (*Puzzles, error) {
	out := &Puzzles{Puzzles: []Puzzle{}, Rules: []string{}, Depths: []int{}}
	for _, p := range puzzles.VCF() {
		if rule := ruleOf(p.Game); !slices.Contains(out.Rules, rule) {
			out.Rules = append(out.Rules, rule)
		}
		if !slices.Contains(out.Depths, p.Depth) {
			out.Depths = append(out.Depths, p.Depth)
		}
		pos, err := s.position(p)
		if err != nil {
			return nil, err
		}
		words := catalog.Describe(p.Game)
		out.Puzzles = append(out.Puzzles, Puzzle{
			ID: p.ID, Board: p.Board, Rules: p.Game, GameTitle: words.Name, RulesText: words.Text,
			Words: convert.Rules(words), Stones: convert.Stones(pos), ToPlay: p.ToPlay, Depth: p.Depth,
		})
	}
	slices.Sort(out.Depths)
	return out, nil
}

// ruleOf returns the value of the option "rule" in the id of rules.
func ruleOf(id string) string {
	for option := range strings.SplitSeq(id[strings.Index(id, ":")+1:], ",") {
		if value, ok := strings.CutPrefix(option, "rule="); ok {
			return value
		}
	}
	return ""
}

// position returns the start position of a puzzle.
func (s *puzzleRoutes) position(p solve.Puzzle) (convert.Handed, error) {
	problem, err := p.Problem(board.Parse)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	rules, err := s.rules(p.Game)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	pos, err := rules.New(problem.Board)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	h, ok := pos.(convert.Handed)
	if !ok {
		return nil, fmt.Errorf("puzzle %s: positions of %s cannot be set up", p.ID, p.Game)
	}
	return h, h.Set(problem.Stones, problem.ToPlay)
}

type tryInput struct {
	ID   string `path:"id"`
	Body PuzzleTry
}

func (s *puzzleRoutes) tryPuzzle(ctx context.Context, in *tryInput) (*endpoint.Answer[PuzzleAnswer], error) {
	out, err := s.try(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(*out), nil
}

// named returns a puzzle and its start position.
func (s *puzzleRoutes) named(id string) (solve.Puzzle, convert.Handed, error) {
	i := slices.IndexFunc(puzzles.VCF(), func(p solve.Puzzle) bool { return p.ID == id })
	if i < 0 {
		return solve.Puzzle{}, nil, apierror.Say(apierror.NotFound, "training.noPuzzle", "This puzzle does not exist.")
	}
	pos, err := s.position(puzzles.VCF()[i])
	return puzzles.VCF()[i], pos, err
}

// try returns the effect of the last move of a try.
func (s *puzzleRoutes) try(ctx context.Context, id string, moves PuzzleTry) (*PuzzleAnswer, error) {
	if err := s.rates.Allow(ctx, "puzzles", s.rate); err != nil {
		return nil, err
	}
	_, pos, err := s.named(id)
	if err != nil {
		return nil, err
	}
	attacker := pos.ToPlay()
	if err := playTry(pos, moves, attacker); err != nil {
		return nil, apierror.Invalid(err)
	}
	select {
	case s.solving <- struct{}{}:
		defer func() { <-s.solving }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	out, err := judge(ctx, pos, attacker, moves.Hint)
	if err != nil {
		return nil, err
	}
	out.Stones = convert.Stones(pos)
	st := convert.Position(pos, !pos.Outcome().Over && pos.ToPlay() == attacker)
	out.Figure, out.Last, out.Forbidden = st.Figure, st.Last, st.Forbidden
	return out, nil
}

// playTry plays the moves of a try.
func playTry(pos convert.Handed, try PuzzleTry, attacker game.Color) error {
	switch n := len(try.Moves); {
	case n > maxTry:
		return fmt.Errorf("%d moves are too many for a puzzle", n)
	case try.Hint && n%2 != 0, !try.Hint && n%2 == 0:
		return errors.New("the moves of a try must alternate between the player and the replies")
	}
	for i, name := range try.Moves {
		if i%2 == 1 && name == noAnswer {
			pos.SetToPlay(attacker)
			continue
		}
		if err := convert.PlayNamed(pos, name); err != nil {
			return fmt.Errorf("move %d, %.20q: %w", i+1, name, err)
		}
	}
	if try.Hint && pos.Outcome().Over {
		return errors.New("this puzzle is over")
	}
	return nil
}

// judge returns the effect of the last move, which is the attacker's, and plays the reply. For a hint it returns the next move
// instead.
func judge(ctx context.Context, pos convert.Handed, attacker game.Color, hint bool) (*PuzzleAnswer, error) {
	if hint {
		return hintFor(ctx, pos)
	}
	defender := attacker.Other()
	by := convert.Side(defender)
	if out := pos.Outcome(); out.Over && out.Winner == attacker {
		return puzzleAnswer("solved", sentence.New("puzzle.solved", "Five in a row: solved.")), nil
	}
	if wins := winningPoints(pos, defender); len(wins) > 0 {
		name := pos.Board().Name(wins[0])
		_ = pos.Play(game.Place(wins[0])) // it wins, so it is legal
		out := puzzleAnswer("wrong",
			sentence.Of(by, "puzzle.first", "Black makes five in a row at %s first.", "White makes five in a row at %s first.", name))
		out.Reply = name
		return out, nil
	}
	fives := winningPoints(pos, attacker)
	if len(fives) == 0 {
		return puzzleAnswer("wrong", sentence.Of(by, "puzzle.noFour",
			"That does not make a four, so Black can ignore it. Each of your moves must threaten five in a row.",
			"That does not make a four, so White can ignore it. Each of your moves must threaten five in a row.")), nil
	}
	reply, block := noAnswer, pos.Board().Name(fives[0])
	if pos.Play(game.Place(fives[0])) == nil {
		reply = block
	} else {
		pos.SetToPlay(attacker) // a forbidden point: no other move helps either
	}
	s, err := winByFours(ctx, pos)
	switch {
	case err != nil:
		return nil, err
	case s.Won:
		out := puzzleAnswer("right", praise(reply, block, by, s.Depth))
		out.Reply, out.Left = reply, s.Depth
		return out, nil
	case !s.Decided:
		out := puzzleAnswer("right", sentence.New("puzzle.unclear",
			"There was not enough time to check whether this still wins. You can continue."))
		out.Reply = reply
		return out, nil
	}
	out := puzzleAnswer("wrong", sentence.Of(by, "puzzle.blocked",
		"Black blocks at %s, and White can no longer win by fours.", "White blocks at %s, and Black can no longer win by fours.", reply))
	out.Reply = reply
	return out, nil
}

// puzzleAnswer returns a verdict with its reason.
func puzzleAnswer(verdict string, why sentence.Sentence) *PuzzleAnswer {
	return &PuzzleAnswer{Verdict: verdict, Text: why.Text, Words: *convert.Sentence(why)}
}

// praise returns the text for a move that still wins in left moves. reply is the defender's reply; "" if the defender may not play
// at block.
func praise(reply, block, defender string, left int) sentence.Sentence {
	switch {
	case reply == noAnswer && left == 1:
		return sentence.Of(defender, "puzzle.helplessLast", "Right: Black may not play at %s. Now one move is left.",
			"Right: White may not play at %s. Now one move is left.", block)
	case reply == noAnswer:
		return sentence.Of(defender, "puzzle.helpless", "Right: Black may not play at %s. Now %d moves are left.",
			"Right: White may not play at %s. Now %d moves are left.", block, left)
	case left == 1:
		return sentence.Of(defender, "puzzle.rightLast", "Right: Black must block at %s. Now one move is left.",
			"Right: White must block at %s. Now one move is left.", reply)
	}
	return sentence.Of(defender, "puzzle.right", "Right: Black must block at %s. Now %d moves are left.",
		"Right: White must block at %s. Now %d moves are left.", reply, left)
}

// hintFor returns the winning move.
func hintFor(ctx context.Context, pos convert.Handed) (*PuzzleAnswer, error) {
	s, err := winByFours(ctx, pos)
	if err != nil {
		return nil, err
	}
	if !s.Won || len(s.Line) == 0 {
		return puzzleAnswer("wrong", sentence.New("puzzle.noWin",
			"There is no win by fours from here. Please take back your last move.")), nil
	}
	name := pos.Board().Name(s.Line[0])
	out := puzzleAnswer("hint", sentence.New("puzzle.play", "Play %s.", name))
	out.Hint, out.Left = name, s.Depth
	return out, nil
}

// winByFours searches for a win by fours of the side to move.
func winByFours(ctx context.Context, pos game.Position) (solve.Solution, error) {
	problem := solve.Problem{Board: pos.Board(), Game: pos.Rules().ID(), ToPlay: pos.ToPlay()}
	for p := range game.Point(pos.Board().Len()) {
		if c := pos.At(p); c != game.Empty {
			problem.Stones = append(problem.Stones, game.Placed{Point: p, Color: c})
		}
	}
	return solve.Solve(ctx, problem, solve.Options{Method: solve.VCF, Time: solveTime, Memory: solveMemory})
}

// winningPoints returns the points where a stone of colour c wins immediately.
func winningPoints(pos game.Position, c game.Color) []game.Point {
	try, ok := pos.Clone().(convert.Handed)
	if !ok || try.Outcome().Over {
		return nil
	}
	try.SetToPlay(c)
	var wins []game.Point
	for p := range game.Point(try.Board().Len()) {
		if try.At(p) != game.Empty || try.Play(game.Place(p)) != nil {
			continue
		}
		if out := try.Outcome(); out.Over && out.Winner == c {
			wins = append(wins, p)
		}
		try.Undo()
	}
	return wins
}
