package gomoku

import (
	"math"
	"math/rand/v2"

	"moyo/engine/alphabeta"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
)

// param is a trained number, with Adam's running means of its gradient (D.
// Kingma, J. Ba: "Adam: a method for stochastic optimization", 2015, algorithm
// 1).
type param struct{ value, grad, mean, square float64 }

// pace is the rate of a step and Adam's bias corrections of the means.
type pace struct{ rate, mean, square float64 }

func paceOf(rate float64, t int) pace {
	return pace{rate, 1 - math.Pow(0.9, float64(t)), 1 - math.Pow(0.999, float64(t))}
}

func (p *param) step(by pace, decay float64) {
	if p.grad == 0 && p.mean == 0 {
		return
	}
	g := p.grad + decay*p.value
	p.grad = 0
	p.mean = 0.9*p.mean + 0.1*g
	p.square = 0.999*p.square + 0.001*g*g
	p.value -= by.rate * (p.mean / by.mean) / (math.Sqrt(p.square/by.square) + 1e-9)
}

// column is a table of values by code during training. A code's value is the
// sum of those of its four kinds, of its class, and of its own, which decay
// holds near 0, so that rare codes follow similar ones.
type column struct {
	kind  [16]param
	class [pattern.Classes]param
	code  [pattern.Codes]param
	base  [pattern.Codes]float64
}

var codeKinds = pattern.CodeKinds()

var codeClass = func() (list [pattern.Codes]pattern.Class) {
	for code, k := range codeKinds {
		list[code] = pattern.ClassOf(k, false)
	}
	return list
}()

func (c *column) at(code uint16) float64 {
	v := c.base[code] + c.code[code].value + c.class[codeClass[code]].value
	for _, k := range codeKinds[code] {
		v += c.kind[k].value
	}
	return v
}

func (c *column) push(code uint16, g float64) {
	c.code[code].grad += g
	c.class[codeClass[code]].grad += g
	for _, k := range codeKinds[code] {
		c.kind[k].grad += g
	}
}

func (c *column) step(by pace, decay float64) {
	for i := range c.kind {
		c.kind[i].step(by, 0)
	}
	for i := range c.class {
		c.class[i].step(by, 0)
	}
	for i := range c.code {
		c.code[i].step(by, decay)
	}
}

// trainer fits weights to samples. Values are in units of the evaluation,
// orders in logarithms.
type trainer struct {
	rule         rules.Rule
	move, wait   [3]*column
	own, against [3]*column
	threats      [threatMasks]param
	base         [threatMasks]float64
	r            *rand.Rand
}

// newTrainer starts from w. Under rules that treat the colours alike they share
// their weights.
func newTrainer(rule rules.Rule, w *Weights, seed uint64) *trainer {
	l := &trainer{rule: rule, r: rand.New(rand.NewPCG(seed, 77))}
	for c := pattern.Black; c <= pattern.White; c++ {
		if c == pattern.White && rule != rules.Renju {
			l.move[c], l.wait[c], l.own[c], l.against[c] = l.move[1], l.wait[1], l.own[1], l.against[1]
			break
		}
		l.move[c], l.wait[c], l.own[c], l.against[c] = &column{}, &column{}, &column{}, &column{}
		for code := range pattern.Codes {
			l.move[c].base[code] = float64(w.Values[c][code].Move)
			l.wait[c].base[code] = float64(w.Values[c][code].Wait)
			l.own[c].base[code] = float64(w.Own[c][code]) / orderUnit
			l.against[c].base[code] = float64(w.Against[c][code]) / orderUnit
		}
	}
	for m := range l.base {
		l.base[m] = float64(w.Threats[m])
	}
	return l
}

// eval returns the static evaluation of a sample by the current weights.
func (l *trainer) eval(x *sample) float64 {
	v := l.base[x.threats] + l.threats[x.threats].value
	for _, c := range x.own {
		v += float64(c.n) * l.move[x.me].at(c.code)
	}
	for _, c := range x.foe {
		v -= float64(c.n) * l.wait[3-x.me].at(c.code)
	}
	return v
}

// target is the target win probability of a position: that of the search, mixed
// with the result of the game.
func target(score int16, result int8, trust float64) float64 {
	p := alphabeta.WinProbability(int(score), scale)
	if result == unplayed || int(score) >= alphabeta.Proved || int(score) <= -alphabeta.Proved {
		return p
	}
	return trust*p + (1-trust)*(float64(result)+1)/2
}

// value trains the value with one sample and returns its loss (cross entropy).
func (l *trainer) value(x *sample, trust float64) float64 {
	p := 1 / (1 + math.Exp(-l.eval(x)/scale))
	want := target(x.score, x.result, trust)
	g := p - want
	for _, c := range x.own {
		l.move[x.me].push(c.code, g*float64(c.n))
	}
	for _, c := range x.foe {
		l.wait[3-x.me].push(c.code, -g*float64(c.n))
	}
	l.threats[x.threats].grad += g
	const tiny = 1e-9
	return -want*math.Log(p+tiny) - (1-want)*math.Log(1-p+tiny)
}

// order trains the order of moves; it returns the loss, and whether the best
// move was already first.
func (l *trainer) order(x *sample, scratch []float64) (loss float64, first bool) {
	own, against := l.own[x.me], l.against[3-x.me]
	top, sum := math.Inf(-1), 0.0
	for i, m := range x.moves {
		scratch[i] = own.at(m.own) + against.at(m.foe)
		top = max(top, scratch[i])
	}
	first = scratch[x.best] >= top
	for i := range x.moves {
		scratch[i] = math.Exp(scratch[i] - top)
		sum += scratch[i]
	}
	for i, m := range x.moves {
		g := scratch[i] / sum
		if i == x.best {
			loss = -math.Log(g + 1e-12)
			g--
		}
		own.push(m.own, g)
		against.push(m.foe, g)
	}
	return loss, first
}

// Fit is how well weights fit the validation set.
type Fit struct {
	Value   float64 // mean cross entropy of the win probability
	Order   float64 // mean cross entropy of the best move
	First   float64 // share of positions whose best move comes first
	Samples int
}

// epoch trains with all samples once, in batches, in random order.
func (l *trainer) epoch(samples []sample, rate, trust float64, t *int) {
	const batch = 256
	scratch := make([]float64, 4096)
	order := l.r.Perm(len(samples))
	for i := 0; i+batch <= len(order); i += batch {
		for _, j := range order[i : i+batch] {
			x := &samples[j]
			l.value(x, trust)
			if x.best >= 0 && len(x.moves) <= len(scratch) {
				l.order(x, scratch)
			}
		}
		*t++
		l.step(rate, *t)
	}
}

func (l *trainer) step(rate float64, t int) {
	values, orders := paceOf(rate, t), paceOf(rate/100, t)
	for c := pattern.Black; c <= pattern.White; c++ {
		if c == pattern.White && l.move[2] == l.move[1] {
			break
		}
		l.move[c].step(values, 0.05)
		l.wait[c].step(values, 0.05)
		l.own[c].step(orders, 0.5)
		l.against[c].step(orders, 0.5)
	}
	for m := range l.threats {
		l.threats[m].step(values, 0.01)
	}
}

// measure returns the fit without training.
func (l *trainer) measure(samples []sample, trust float64) Fit {
	f := Fit{Samples: len(samples)}
	scratch := make([]float64, 4096)
	ordered := 0
	for i := range samples {
		x := &samples[i]
		f.Value += l.value(x, trust)
		if x.best >= 0 && len(x.moves) <= len(scratch) {
			loss, first := l.order(x, scratch)
			f.Order += loss
			ordered++
			if first {
				f.First++
			}
		}
	}
	l.clearGradients()
	f.Value /= float64(max(len(samples), 1))
	f.Order /= float64(max(ordered, 1))
	f.First /= float64(max(ordered, 1))
	return f
}

// clearGradients drops gradients that measure added.
func (l *trainer) clearGradients() {
	for c := pattern.Black; c <= pattern.White; c++ {
		for _, col := range []*column{l.move[c], l.wait[c], l.own[c], l.against[c]} {
			for i := range col.kind {
				col.kind[i].grad = 0
			}
			for i := range col.class {
				col.class[i].grad = 0
			}
			for i := range col.code {
				col.code[i].grad = 0
			}
		}
	}
	for m := range l.threats {
		l.threats[m].grad = 0
	}
}

// weights returns the trained weights, rounded.
func (l *trainer) weights() *Weights {
	w := &Weights{}
	for c := pattern.Black; c <= pattern.White; c++ {
		for code := range uint16(pattern.Codes) {
			w.Values[c][code] = pattern.Weight{Move: round(l.move[c].at(code)), Wait: round(l.wait[c].at(code))}
			w.Own[c][code] = round(orderUnit * l.own[c].at(code))
			w.Against[c][code] = round(orderUnit * l.against[c].at(code))
		}
	}
	for m := range w.Threats {
		w.Threats[m] = round(l.base[m] + l.threats[m].value)
	}
	return w
}

func round(v float64) int32 { return int32(math.Round(max(min(v, 32000), -32000))) }
