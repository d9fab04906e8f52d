package arena

import (
	"cmp"
	"math"
	"slices"
)

// Rating is a player's strength among the others of a match.
type Rating struct {
	Name   string
	Elo    float64 // the average of all players is 0
	Error  float64 // half of the 95 % interval
	Games  int
	Points float64
}

// Outcome is the result of dependent games between two players, such as those of a pair.
type Outcome struct {
	Players [2]int
	Points  float64 // the first player's, in all of the games
	Games   int
	Times   int // how often this outcome occurred
}

// Ratings returns the players, best first, as [Rate] does; the games of a pair are dependent.
func (r *Results) Ratings() []Rating {
	outcomes := make([]Outcome, 0, len(r.pairs))
	for _, p := range r.pairs {
		outcomes = append(outcomes, Outcome{p.players, p.points, p.games, 1})
	}
	return Rate(r.Names, outcomes)
}

// Rate returns the named players, best first. The ratings are those under which the results are
// most likely if a player's expected share of points is 1/(1+10^(-d/400)) at a difference of d
// (Bradley and Terry 1952; draws count as half a win). Each player gets one assumed draw with an
// average player, so that a player that has won all games has a finite rating.
//
// The errors allow for dependent games: with the scores g of the outcomes (the derivative of each
// one's likelihood), J the sum of g g^T and H the likelihood's second derivative, they are H^-1 J
// H^-1 (Huber 1967).
func Rate(names []string, outcomes []Outcome) []Rating {
	n := len(names)
	strength := strengths(n, outcomes)
	_, h := slope(strength, outcomes)
	inv := centred(invert(h))
	j := square(n)
	list := make([]Rating, n)
	for _, o := range outcomes {
		a, b := o.Players[0], o.Players[1]
		g := o.Points - float64(o.Games)*logistic(strength[a]-strength[b])
		addOuter(j, a, b, float64(o.Times)*g*g)
		games, points := o.Times*o.Games, float64(o.Times)*o.Points
		list[a].Games += games
		list[b].Games += games
		list[a].Points += points
		list[b].Points += float64(games) - points
	}
	cov := multiply(multiply(inv, j), inv)
	const elo = 400 / math.Ln10
	for i := range list {
		variance := cov[i][i]
		if points := list[i].Points; points == 0 || points == float64(list[i].Games) { // equal outcomes do not show how much they vary
			variance = max(variance, inv[i][i])
		}
		list[i].Name, list[i].Elo, list[i].Error = names[i], elo*strength[i], z95*elo*math.Sqrt(variance)
	}
	slices.SortStableFunc(list, func(a, b Rating) int { return cmp.Compare(b.Elo, a.Elo) })
	return list
}

func logistic(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

// strengths returns the most likely strengths in units of 400/ln 10 Elo, by
// Newton's method, their average 0.
func strengths(n int, outcomes []Outcome) []float64 {
	s := make([]float64, n)
	for range 100 {
		grad, h := slope(s, outcomes)
		inv, change := invert(h), 0.0
		for i := range s {
			step := 0.0
			for k := range s {
				step += inv[i][k] * grad[k]
			}
			step = min(max(step, -1), 1) // far from the root the method overshoots
			s[i] += step
			change = max(change, math.Abs(step))
		}
		if change < 1e-10 {
			break
		}
	}
	mean := 0.0
	for _, v := range s {
		mean += v / float64(n)
	}
	for i := range s {
		s[i] -= mean
	}
	return s
}

// slope returns the gradient of the log-likelihood at strengths s, and the negated second
// derivative.
func slope(s []float64, outcomes []Outcome) (grad []float64, h [][]float64) {
	grad, h = make([]float64, len(s)), square(len(s))
	for i := range s { // the draw with an average player
		q := logistic(s[i])
		grad[i] += 0.5 - q
		h[i][i] += q * (1 - q)
	}
	for _, o := range outcomes {
		a, b := o.Players[0], o.Players[1]
		q := logistic(s[a] - s[b])
		g := float64(o.Times) * (o.Points - float64(o.Games)*q)
		grad[a] += g
		grad[b] -= g
		addOuter(h, a, b, float64(o.Times*o.Games)*q*(1-q))
	}
	return grad, h
}

// addOuter adds w times the outer product of (1 at a, -1 at b) with itself.
func addOuter(m [][]float64, a, b int, w float64) {
	m[a][a] += w
	m[b][b] += w
	m[a][b] -= w
	m[b][a] -= w
}

// centred removes the common level of all players from a covariance: only differences count.
func centred(m [][]float64) [][]float64 {
	n := len(m)
	p := square(n)
	for i := range n {
		for j := range n {
			p[i][j] = -1 / float64(n)
		}
		p[i][i]++
	}
	return multiply(multiply(p, m), p)
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func multiply(a, b [][]float64) [][]float64 {
	c := square(len(a))
	for i := range a {
		for k := range b {
			for j := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// invert inverts a positive definite matrix by Gauss and Jordan's elimination.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	a, inv := square(n), square(n)
	for i := range n {
		copy(a[i], m[i])
		inv[i][i] = 1
	}
	for k := range n {
		d := a[k][k]
		for j := range n {
			a[k][j] /= d
			inv[k][j] /= d
		}
		for i := range n {
			if i == k {
				continue
			}
			f := a[i][k]
			for j := range n {
				a[i][j] -= f * a[k][j]
				inv[i][j] -= f * inv[k][j]
			}
		}
	}
	return inv
}
