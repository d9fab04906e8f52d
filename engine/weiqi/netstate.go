package weiqi

import (
	"math"

	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// NetSearch is how a network guides a search. The search evaluates each position once, by the
// network alone. It chooses moves by the network's policy and by the values of the positions
// below them (Silver et al. 2018, AlphaZero). The rules score games that have ended.
//
// A network that was trained with area scoring alone evaluates territory scoring as area scoring with another
// komi: it is larger by the stones that Black has played more, which is the difference of the two scores. On
// boards of more than 1,000 points, or of many edges, an evaluation takes too long to stop in time, and a network
// evaluates komi far from its training badly. In both cases the search uses playouts, as without a network.
type NetSearch struct {
	PUCT     *mcts.PUCT // mcts.DefaultPUCT if nil
	Playouts int        // playouts from each position beside the evaluation
	Weight   float64    // of their mean in the value, 0 to 1
	Familiar bool       // only on boards like the ones that the built-in network was trained on
}

// ShippedSearch returns how the built-in network guides a search.
func ShippedSearch() *NetSearch { return &NetSearch{Familiar: true} }

// netState is a state whose positions a network evaluates.
type netState struct {
	*state
	how   *NetSearch
	owner []float64 // ownership, as last evaluated
	known *known    // cached outputs; nil before the first
	saved *stones   // scratch: the position of the playout
}

// newNetState returns the state of one thread.
func newNetState(s *state, how *NetSearch) *netState {
	l := &netState{state: s, how: how, owner: make([]float64, s.n)}
	if how.Playouts > 0 {
		l.saved = s.stones.clone()
	}
	return l
}

// Evaluate implements mcts.Evaluator. A side that wins by passing passes: the rules decide what the opponent's pass
// means, even if the network thinks that stones on the board are dead. Shortcut and Plays handle a pass before the root.
func (l *netState) Evaluate(buf []mcts.Child) (children []mcts.Child, value float64) {
	area := l.rules.Scoring == rules.Area
	if l.Terminal() && area {
		return buf, sign(l.count())
	}
	if l.Passes() > 0 && len(l.path) > 0 && area {
		lead := l.count()
		if l.ToPlay() == game.White {
			lead = -lead
		}
		if lead > 0 {
			return append(buf, mcts.Child{Move: game.Pass, Visits: 1, Wins: 1}), l.forBlack(1)
		}
	}
	out := l.ask(l.view())
	if value = l.forBlack(float64(out.Win)); math.IsNaN(value) {
		value = 0.5 // weights of a damaged or foreign file
	}
	l.expect(out, value)
	if l.Terminal() {
		return buf, value // the players have to agree on dead stones: the estimate counts
	}
	children = l.children(buf, out)
	if l.how.Playouts > 0 {
		value += l.how.Weight * (l.playedOut(value) - value)
	}
	return children, value
}

// forBlack turns a value for the side to move into one for Black.
func (s *state) forBlack(value float64) float64 {
	if s.ToPlay() == game.White {
		return 1 - value
	}
	return value
}

// count scores the position with all stones alive, and returns Black's lead.
func (l *netState) count() float64 {
	diff := l.Area(l.ends)
	for p, c := range l.ends {
		l.owner[p] = [...]float64{game.Black: 1, game.White: -1}[c]
	}
	l.noteLead(float64(diff))
	return l.ended - l.rules.Komi
}

// expect sets ownership and Black's lead from the network's output for the side to
// move. It makes both agree with each other and with value, Black's win probability.
func (l *netState) expect(out neural.Output, value float64) {
	sign, diff, undecided := 1.0, 0.0, 0.0
	if l.ToPlay() == game.White {
		sign = -1
	}
	for p, o := range out.Ownership {
		l.owner[p] = sign * float64(o)
		diff += l.owner[p]
		undecided += 1 - l.owner[p]*l.owner[p]
	}
	diff -= float64(l.spent())
	switch slope := l.slope[l.ToPlay()]; {
	case l.model.net != nil && l.model.net.Config.Lead:
		owned := diff - l.rules.Komi
		lead := owned + leadTrust(undecided/float64(l.n))*(sign*float64(out.Lead)-owned)
		if !(math.Abs(lead) <= float64(l.n)+rules.MaxKomi) || (lead > 0) != (value > 0.5) {
			lead = 0 // the winner is open, or the weights come from a damaged or foreign file
		}
		diff = lead + l.rules.Komi
		reconcile(l.owner, diff+float64(l.spent()))
	case slope > 0:
		// Where the winner is open, the win probability gives a better lead.
		const most = 20 // points of lead to derive that way
		open := max(0, 1-math.Abs(2*value-1)/0.6)
		diff += open * (min(max((value-0.5)/slope, -most), most) + l.rules.Komi - diff)
	}
	l.noteLead(diff)
}

// leadTrust is the weight of the network's lead against the sum of ownership, where open is the mean of 1 -
// ownership² over the points. On 19×19 the sum had half the error of the lead where nearly all is decided (open
// below 0.1: 3.0 and 6.2), the same at 0.25, and more from 0.4 on (at 0.85: 7.4 and 4.0; 2,000 labelled positions).
func leadTrust(open float64) float64 {
	const sum, lead = 0.15, 0.45 // below and above these only one of them counts
	return min(max((open-sum)/(lead-sum), 0), 1)
}

// reconcile changes the ownership, more where it is less decided, until it adds up to about sum.
func reconcile(owner []float64, sum float64) {
	const rounds = 3 // of Newton's method
	for range rounds {
		is, open := 0.0, 0.0
		for _, o := range owner {
			is += o
			open += 1 - o*o
		}
		if open < 1 { // nothing is open to change
			return
		}
		step := (sum - is) / open
		for p, o := range owner {
			owner[p] = min(max(o+step*(1-o*o), -1), 1)
		}
	}
}

// EndScore implements mcts.Scorer for the position last evaluated.
func (l *netState) EndScore(owner []float64) (lead float64) {
	for p := range owner {
		owner[p] += l.owner[p]
	}
	return l.ended - l.rules.Komi
}

// leastPass is the least probability of a pass, and of one after another, where each further move may cost a point.
var leastPass = [2]float32{0.1, 0.5}

// children appends the moves to search: those of priors. By territory a pass is likelier than the network says.
func (l *netState) children(buf []mcts.Child, out neural.Output) []mcts.Child {
	buf = l.priors(buf, out)
	if l.rules.Scoring == rules.Territory {
		c := &buf[len(buf)-1] // by area, which the network was trained on, a pass is never better than filling up
		c.Wins = max(c.Wins, leastPass[min(l.Passes(), 1)])
	}
	return buf
}

// priors appends the playable points, in the board's order, and the pass, with the network's policy.
func (l *netState) priors(buf []mcts.Child, out neural.Output) []mcts.Child {
	begin, most := len(buf), out.Pass
	for p, playable := range l.viewer.legal {
		if playable {
			most = max(most, out.Policy[p])
			buf = append(buf, mcts.Child{Move: game.Place(game.Point(p)), Visits: 1, Wins: out.Policy[p]})
		}
	}
	buf = append(buf, mcts.Child{Move: game.Pass, Visits: 1, Wins: out.Pass})
	sum := float32(0)
	for i := range buf[begin:] {
		c := &buf[begin+i]
		c.Wins = float32(math.Exp(float64(c.Wins - most)))
		sum += c.Wins
	}
	for i := range buf[begin:] {
		buf[begin+i].Wins /= sum
	}
	return buf
}

// playedOut returns the mean of the playouts for Black, or other if the stop flag ends all of them.
func (l *netState) playedOut(other float64) float64 {
	l.saved.copyFrom(l.stones)
	sum, ended := 0.0, 0
	for range l.how.Playouts {
		l.stones.copyFrom(l.saved)
		if !l.playOut(nil) {
			break
		}
		sum += l.value(float64(l.Score()))
		ended++
	}
	l.stones.copyFrom(l.saved)
	if ended == 0 {
		return other
	}
	return sum / float64(ended)
}
