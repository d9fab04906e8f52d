// Package duel plays engines against each other, for tests of strength. It is
// small on purpose: openings, SPRT and Elo are the arena's business.
package duel

import (
	"context"
	"fmt"
	"math"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// Side is an engine and what it may use for each move.
type Side struct {
	Engine engine.Engine
	Limits engine.Limits // Seed is varied by game and move
}

// Game is a game played.
type Game struct {
	Outcome  game.Outcome
	Position game.Position
	Resigned bool
	Spent    [3]time.Duration // by colour
	Searches [3]int
}

// Judge names the dead stones of a game that has ended by passing. Nil counts
// all stones as alive.
type Judge func(ctx context.Context, pos game.Position) ([]game.Point, error)

// Play plays one game. A side that resigns has lost; a game of more than four
// moves a point, and ten, is counted where it stands.
func Play(ctx context.Context, rules game.Rules, b *board.Board, black, white Side, seed uint64, judge Judge) (Game, error) {
	pos, err := rules.New(b)
	if err != nil {
		return Game{}, err
	}
	g := Game{Position: pos}
	sides := [3]*Side{game.Black: &black, game.White: &white}
	for ply := range 4*b.Len() + 10 {
		c := pos.ToPlay()
		if c == game.Empty {
			break
		}
		lim := sides[c].Limits
		lim.Seed = seed*1009 + uint64(ply) + 1
		began := time.Now()
		info, err := sides[c].Engine.Search(ctx, pos, lim, nil)
		if err != nil {
			return g, fmt.Errorf("%s: %w", sides[c].Engine.Name(), err)
		}
		g.Spent[c] += time.Since(began)
		g.Searches[c]++
		if ctx.Err() != nil {
			return g, ctx.Err()
		}
		if info.Resign {
			g.Resigned = true
			g.Outcome = game.Outcome{Over: true, Winner: c.Other(), How: "resignation"}
			return g, nil
		}
		if err := pos.Play(info.Move); err != nil {
			return g, fmt.Errorf("%s: %w", sides[c].Engine.Name(), err)
		}
	}
	g.Outcome, err = count(ctx, pos, judge)
	return g, err
}

func count(ctx context.Context, pos game.Position, judge Judge) (game.Outcome, error) {
	scorer, ok := pos.(game.Scorer)
	if !ok {
		return pos.Outcome(), nil
	}
	var dead []game.Point
	if judge != nil {
		var err error
		if dead, err = judge(ctx, pos); err != nil {
			return game.Outcome{}, err
		}
	}
	return scorer.Score(dead).Outcome(), nil
}

// Tally counts games from the first engine's side.
type Tally struct {
	Wins, Draws, Losses int
	Spent               [2]time.Duration // the first engine's and the other's
	Searches            [2]int
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Rate returns the share of points won, a draw being half a win, and its 95 %
// interval by Wilson's score.
func (t Tally) Rate() (rate, low, high float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, 0, 1
	}
	const z = 1.959964
	p := (float64(t.Wins) + float64(t.Draws)/2) / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return p, mid - half, mid + half
}

// String returns the result in one line.
func (t Tally) String() string {
	rate, low, high := t.Rate()
	per := func(i int) time.Duration { return t.Spent[i] / time.Duration(max(1, t.Searches[i])) }
	return fmt.Sprintf("%d wins, %d draws, %d losses: %.1f %% (95 %%: %.1f to %.1f); %v against %v a move",
		t.Wins, t.Draws, t.Losses, 100*rate, 100*low, 100*high, per(0).Round(10*time.Microsecond), per(1).Round(10*time.Microsecond))
}

// Match plays games between two sides, colours in turn, the first side being
// black in the first game. each, if not nil, is told of every game.
func Match(ctx context.Context, rules game.Rules, b *board.Board, one, two Side, games int, judge Judge, each func(n int, g Game, t Tally)) (Tally, error) {
	var t Tally
	for n := range games {
		black, white, mine := one, two, game.Black
		if n%2 == 1 {
			black, white, mine = two, one, game.White
		}
		g, err := Play(ctx, rules, b, black, white, uint64(n)+1, judge)
		if err != nil {
			return t, err
		}
		t.add(g, mine)
		if each != nil {
			each(n, g, t)
		}
	}
	return t, nil
}

func (t *Tally) add(g Game, mine game.Color) {
	switch g.Outcome.Winner {
	case mine:
		t.Wins++
	case game.Empty:
		t.Draws++
	default:
		t.Losses++
	}
	t.Spent[0] += g.Spent[mine]
	t.Spent[1] += g.Spent[mine.Other()]
	t.Searches[0] += g.Searches[mine]
	t.Searches[1] += g.Searches[mine.Other()]
}
