package arena

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pentanomial counts pairs of games by the points that the first player got: 0, 1/2, 1, 3/2 or 2.
// The games of a pair have the same opening and swapped colours, so they are not independent: a
// lopsided opening gives each side a win. Pairs are independent, so the statistics use their
// scores.
type Pentanomial [5]int

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// Moments returns the mean and the variance of the score of a pair, on a scale
// from 0 to 1.
func (p Pentanomial) Moments() (mean, variance float64) {
	n := float64(p.Pairs())
	if n == 0 {
		return 0.5, 0
	}
	for i, c := range p {
		mean += float64(i) / 4 * float64(c) / n
	}
	for i, c := range p {
		d := float64(i)/4 - mean
		variance += d * d * float64(c) / n
	}
	return mean, variance
}

// z95 is the two-sided 95 % point of the normal distribution.
const z95 = 1.959963985

// Score returns the share of points won and its 95 % interval: the normal interval with the
// variance of the pairs, or, if all pairs ended alike, Wilson's interval for as many single games.
func (p Pentanomial) Score() (score, low, high float64) {
	n := float64(p.Pairs())
	if n == 0 {
		return 0.5, 0, 1
	}
	mean, variance := p.Moments()
	if variance > 0 {
		half := z95 * math.Sqrt(variance/n)
		return mean, max(mean-half, 0), min(mean+half, 1)
	}
	n *= 2
	mid := (mean + z95*z95/(2*n)) / (1 + z95*z95/n)
	half := z95 / (1 + z95*z95/n) * math.Sqrt(mean*(1-mean)/n+z95*z95/(4*n*n))
	return mean, max(mid-half, 0), min(mid+half, 1)
}

// Elo returns the difference in rating that explains a share of points: infinite
// at 0 and 1.
func Elo(score float64) float64 {
	const none = 1e-12 // what rounding leaves of 0
	switch {
	case score < none:
		return math.Inf(-1)
	case score > 1-none:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// Elo returns the difference in Elo and its 95 % interval.
func (p Pentanomial) Elo() (elo, low, high float64) {
	score, l, h := p.Score()
	return Elo(score), Elo(l), Elo(h)
}

// perNormalized is the normalised Elo of one standard deviation of a single game. The factor 800/ln
// 10 makes normalised and logistic Elo equal for games without draws between equal players on even
// openings (where the standard deviation is 1/2, and a score of 1/2+x is worth 800/ln 10 * 2x of
// the one and, for small x, 1600/ln 10 * x of the other).
const perNormalized = 800 / math.Ln10

// NormalizedElo returns the difference in normalised Elo: how far the mean is from 1/2, in standard
// deviations of a single game (Van den Bergh, "Comments on Normalized Elo", section 2). A pair's
// mean has the standard deviation of a game divided by the root of 2.
func (p Pentanomial) NormalizedElo() float64 {
	mean, variance := p.Moments()
	return (mean - 0.5) / math.Sqrt(2*variance) * perNormalized
}

// SPRT is Wald's sequential test of two hypotheses: that the difference in
// normalised Elo is Elo0, and that it is Elo1.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // probabilities of a false "H1" under H0, and of a false "H0" under H1
}

// ParseSPRT reads "elo0,elo1,alpha,beta"; the last two are 0.05 by default.
func ParseSPRT(text string) (SPRT, error) {
	s := SPRT{Alpha: 0.05, Beta: 0.05}
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return s, fmt.Errorf("sprt %q: want elo0,elo1 or elo0,elo1,alpha,beta", text)
	}
	for i, to := range []*float64{&s.Elo0, &s.Elo1, &s.Alpha, &s.Beta}[:len(parts)] {
		v, err := strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > 1000 {
			return s, fmt.Errorf("sprt %q: %q is not a number in bounds", text, parts[i])
		}
		*to = v
	}
	return s, s.check()
}

func (s SPRT) check() error {
	switch {
	case s.Elo0 >= s.Elo1:
		return fmt.Errorf("sprt: elo0 (%g) must be below elo1 (%g)", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Alpha < 0.5) || !(s.Beta > 0 && s.Beta < 0.5):
		return errors.New("sprt: alpha and beta must be between 0 and 0.5")
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test ends: at or below
// lower H0 is accepted, at or above upper H1 (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR returns the log-likelihood ratio of the two hypotheses for the pairs played. The ratio is
// generalised: each hypothesis fixes only the t-value, the mean over the standard deviation. Of the
// distributions with this t-value it takes the one that explains the pairs best. See Van den Bergh,
// "Comments on Normalized Elo", section 4, as Fishtest does it.
func (s SPRT) LLR(p Pentanomial) float64 {
	n := p.Pairs()
	if n == 0 {
		return 0
	}
	seen := regularized(p)
	// A pair's standard deviation is a game's divided by the root of 2, so its t-value is larger by
	// the root of 2.
	p0 := mostLikely(seen, s.Elo0/perNormalized*math.Sqrt2)
	p1 := mostLikely(seen, s.Elo1/perNormalized*math.Sqrt2)
	sum := 0.0
	for i, w := range seen {
		sum += w * math.Log(p1[i]/p0[i])
	}
	return float64(n) * sum
}

// Verdict is the state of a test.
type Verdict uint8

// The verdicts.
const (
	Open Verdict = iota
	AcceptH0
	AcceptH1
)

// String returns "open", "H0" or "H1".
func (v Verdict) String() string { return [...]string{"open", "H0", "H1"}[v] }

// Verdict returns the decision for these pairs.
func (s SPRT) Verdict(p Pentanomial) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Open
}

// distribution holds the probabilities of the five scores of a pair.
type distribution [5]float64

// regularized returns the observed shares of the scores. A score that never occurred counts as a
// thousandth of a pair, so that every logarithm exists.
func regularized(p Pentanomial) (d distribution) {
	const least = 1e-3
	sum := 0.0
	for i, c := range p {
		d[i] = max(float64(c), least)
		sum += d[i]
	}
	for i := range d {
		d[i] /= sum
	}
	return d
}

// mostLikely returns the distribution p that explains the observed shares best, the maximum of the
// sum of seen*log p, among those with the t-value t: mean - 1/2 = t * sd.
//
// The condition is not linear in p. At a guess p with mean m and deviation s it is replaced by its
// tangent: by the derivative of the deviation, (a-m)^2/(2s) up to a constant, sum p(a) b(a) = 0
// with
//
//	b(a) = a - 1/2 - t s (1 + ((m-a)/s)^2) / 2
//
// and under that linear condition Lagrange's multiplier x gives p = seen/(1+x b). This is repeated
// until p no longer changes.
func mostLikely(seen distribution, t float64) distribution {
	p := distribution{0.2, 0.2, 0.2, 0.2, 0.2}
	for range 100 {
		mean, variance := moments(p)
		sd := math.Sqrt(variance)
		var b distribution
		for i := range b {
			off := (mean - float64(i)/4) / sd
			b[i] = float64(i)/4 - 0.5 - t*sd*(1+off*off)/2
		}
		x := multiplier(seen, b)
		change := 0.0
		for i := range p {
			next := seen[i] / (1 + x*b[i])
			change = max(change, math.Abs(next-p[i]))
			p[i] = next
		}
		if change < 1e-12 {
			break
		}
	}
	return p
}

func moments(p distribution) (mean, variance float64) {
	for i, w := range p {
		mean += w * float64(i) / 4
	}
	for i, w := range p {
		d := float64(i)/4 - mean
		variance += w * d * d
	}
	return mean, variance
}

// multiplier solves sum seen*b/(1+x b) = 0 for x, between the two poles where a 1+x b is 0. The sum
// falls between them, so bisection finds x. If all b have one sign there is no solution, and 0
// leaves the observed shares.
func multiplier(seen, b distribution) float64 {
	least, most := b[0], b[0]
	for _, v := range b {
		least, most = min(least, v), max(most, v)
	}
	if least >= 0 || most <= 0 {
		return 0
	}
	low, high := -1/most, -1/least
	for range 200 {
		x := (low + high) / 2
		sum := 0.0
		for i, w := range seen {
			sum += w * b[i] / (1 + x*b[i])
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
