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

// Match is a number of games between two sides, colours in turn: the first side
// is black in the first game.
type Match struct {
	Rules    game.Rules
	Board    *board.Board
	One, Two Side
	Games    int
	Judge    Judge
	// Mercy ends a game when one side leads by so many points on the board as it
	// stands, all stones alive, after as many moves as there are points. 0: never.
	Mercy float64
	// Each, if not nil, is told of every game.
	Each func(n int, g Game, t Tally)
}

// Play plays the match. The error is an engine's or the context's, and comes
// with what was played until then.
func (m *Match) Play(ctx context.Context) (Tally, error) {
	var t Tally
	for n := range m.Games {
		mine := game.Black
		if n%2 == 1 {
			mine = game.White
		}
		g, err := m.Game(ctx, n)
		if err != nil {
			return t, err
		}
		t.add(g, mine)
		if m.Each != nil {
			m.Each(n, g, t)
		}
	}
	return t, nil
}

// Game plays the game of that number. A side that resigns has lost; a game of
// more than four moves a point, and ten, is counted where it stands.
func (m *Match) Game(ctx context.Context, n int) (Game, error) {
	pos, err := m.Rules.New(m.Board)
	if err != nil {
		return Game{}, err
	}
	g := Game{Position: pos}
	sides := [3]*Side{game.Black: &m.One, game.White: &m.Two}
	if n%2 == 1 {
		sides = [3]*Side{game.Black: &m.Two, game.White: &m.One}
	}
	for ply := range 4*m.Board.Len() + 10 {
		c := pos.ToPlay()
		if c == game.Empty || m.decided(pos) {
			break
		}
		if done, err := g.move(ctx, sides[c], uint64(n+1)*1009+uint64(ply)+1); done || err != nil {
			return g, err
		}
	}
	g.Outcome, err = count(ctx, pos, m.Judge)
	return g, err
}

// decided says whether the lead is beyond mercy.
func (m *Match) decided(pos game.Position) bool {
	s, ok := pos.(game.Scorer)
	return ok && m.Mercy > 0 && len(pos.Moves()) >= m.Board.Len() && s.Score(nil).Outcome().Margin >= m.Mercy
}

// move lets a side move. done says that it has resigned.
func (g *Game) move(ctx context.Context, side *Side, seed uint64) (done bool, err error) {
	c := g.Position.ToPlay()
	lim := side.Limits
	lim.Seed = seed
	began := time.Now()
	info, err := side.Engine.Search(ctx, g.Position, lim, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", side.Engine.Name(), err)
	}
	g.Spent[c] += time.Since(began)
	g.Searches[c]++
	if info.Resign {
		g.Resigned = true
		g.Outcome = game.Outcome{Over: true, Winner: c.Other(), How: "resignation"}
		return true, nil
	}
	if err := g.Position.Play(info.Move); err != nil {
		return false, fmt.Errorf("%s: %w", side.Engine.Name(), err)
	}
	return false, nil
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
