package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"moyo/contest/arena/chart"
)

// Results are the games of a match so far.
type Results struct {
	Names []string
	Games []Record // in the order in which they ended
	SPRT  *SPRT

	have     map[int]bool
	pairs    map[int]*pair // by the number of the first game
	finished int           // pairs with both games finished
}

// pair is two games with the same opening and the colours swapped.
type pair struct {
	players [2]int // of the first game, Black's first
	points  float64
	games   int
}

func newResults(names []string, sprt *SPRT) *Results {
	return &Results{Names: names, SPRT: sprt, have: map[int]bool{}, pairs: map[int]*pair{}}
}

// played reports whether the game with this number is among them.
func (r *Results) played(number int) bool { return r.have[number] }

// resume adds a game from a log. It must match the schedule.
func (r *Results) resume(rec Record, jobs []job) error {
	if rec.Game < 0 || rec.Game >= len(jobs) {
		return fmt.Errorf("game %d is not one of %d", rec.Game, len(jobs))
	}
	j := jobs[rec.Game]
	if want := [2]string{r.Names[j.players[0]], r.Names[j.players[1]]}; rec.Players != want {
		return fmt.Errorf("game %d is between %v and not %v: another match", rec.Game, rec.Players, want)
	}
	if r.have[rec.Game] {
		return fmt.Errorf("game %d is there twice", rec.Game)
	}
	r.add(rec)
	return nil
}

func (r *Results) add(rec Record) {
	r.Games = append(r.Games, rec)
	r.have[rec.Game] = true
	first, second := rec.Game&^1, rec.Game&1 == 1
	p := r.pairs[first]
	if p == nil {
		p = &pair{players: [2]int{slices.Index(r.Names, rec.Players[0]), slices.Index(r.Names, rec.Players[1])}}
		if second {
			p.players[0], p.players[1] = p.players[1], p.players[0]
		}
		r.pairs[first] = p
	}
	mine := 0
	if second {
		mine = 1
	}
	p.points += rec.Points[mine]
	if p.games++; p.games == 2 {
		r.finished++
	}
}

// Tally is the result of one player against another.
type Tally struct {
	Wins, Draws, Losses int
	Pairs               Pentanomial // only finished pairs
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points of the first player.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Between returns the result of player a against player b.
func (r *Results) Between(a, b int) (t Tally) {
	for _, g := range r.Games {
		for side := range 2 {
			if g.Players[side] == r.Names[a] && g.Players[1-side] == r.Names[b] {
				switch g.Points[side] {
				case 1:
					t.Wins++
				case 0:
					t.Losses++
				default:
					t.Draws++
				}
			}
		}
	}
	for _, p := range r.pairs {
		switch {
		case p.games < 2:
		case p.players == [2]int{a, b}:
			t.Pairs[int(math.Round(2*p.points))]++
		case p.players == [2]int{b, a}:
			t.Pairs[4-int(math.Round(2*p.points))]++
		}
	}
	return t
}

// LLR returns the log-likelihood ratio of the test so far, 0 without a test.
func (r *Results) LLR() float64 {
	if r.SPRT == nil {
		return 0
	}
	return r.SPRT.LLR(r.Between(0, 1).Pairs)
}

// Verdict returns the decision of the test, Open without a test.
func (r *Results) Verdict() Verdict {
	if r.SPRT == nil {
		return Open
	}
	return r.SPRT.Verdict(r.Between(0, 1).Pairs)
}

// Faults counts the faults of each player by kind, such as "crash" or "time".
func (r *Results) Faults() map[string]map[string]int {
	all := map[string]map[string]int{}
	for _, g := range r.Games {
		if g.Fault == "" {
			continue
		}
		name := g.Players[0]
		if g.Points[0] > g.Points[1] {
			name = g.Players[1]
		}
		if all[name] == nil {
			all[name] = map[string]int{}
		}
		all[name][g.Fault]++
	}
	return all
}

// Repeats counts the games that equal an earlier game of the same players move by move: they add no
// evidence.
func (r *Results) Repeats() (n int) {
	seen := map[string]bool{}
	for _, g := range r.Games {
		key := fmt.Sprint(g.Players, g.Moves)
		if seen[key] {
			n++
		}
		seen[key] = true
	}
	return n
}

// Usage returns the sum of what a player has used.
func (r *Results) Usage(player int) (sum Usage) {
	for _, g := range r.Games {
		for side, name := range g.Players {
			if name != r.Names[player] {
				continue
			}
			u := g.Side[side]
			sum.Moves += u.Moves
			sum.Time += u.Time
			sum.Nodes += u.Nodes
			sum.Depth += u.Depth
			sum.Longest = max(sum.Longest, u.Longest)
		}
	}
	return sum
}

// PerMove returns the average time of a move.
func (u Usage) PerMove() time.Duration { return u.Time / time.Duration(max(u.Moves, 1)) }

// MeanDepth returns the average depth of a move.
func (u Usage) MeanDepth() float64 { return float64(u.Depth) / float64(max(u.Moves, 1)) }

// PerSecond returns nodes per second.
func (u Usage) PerSecond() float64 {
	if u.Time <= 0 {
		return 0
	}
	return float64(u.Nodes) / u.Time.Seconds()
}

// Summary returns the results in one line: of two players their score, otherwise the number of
// games and the leader.
func (r *Results) Summary() string {
	if len(r.Names) != 2 {
		best := r.Ratings()[0]
		return fmt.Sprintf("%d games; %s leads with %+.0f ± %.0f Elo", len(r.Games), best.Name, best.Elo, best.Error)
	}
	t := r.Between(0, 1)
	text := fmt.Sprintf("%s − %s: %d games, +%d =%d −%d", r.Names[0], r.Names[1], t.Games(), t.Wins, t.Draws, t.Losses)
	if t.Games() == 0 {
		return text
	}
	text += fmt.Sprintf(", %.1f %%", 100*t.Points()/float64(t.Games()))
	if t.Pairs.Pairs() > 0 {
		elo, low, high := t.Pairs.Elo()
		text += fmt.Sprintf(", Elo %s (95 %%: %s to %s), pairs %v", chart.Signed(elo), chart.Signed(low), chart.Signed(high), t.Pairs)
	}
	if r.SPRT != nil {
		lower, upper := r.SPRT.Bounds()
		text += fmt.Sprintf(", LLR %s (%s to %s)", decimals(r.LLR()), decimals(lower), decimals(upper))
		if v := r.Verdict(); v != Open {
			text += ": " + v.String()
		}
	}
	return text
}

// decimals formats a number with two decimals and a real minus sign.
func decimals(v float64) string { return strings.Replace(fmt.Sprintf("%.2f", v), "-", "−", 1) }
