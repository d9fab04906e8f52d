package weiqi

import (
	"math"

	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Led says how a network leads a search: each position is judged once, by nothing but the network, and moves are
// chosen by its chances for them and what it said of the positions behind them (Silver et al. 2018, AlphaZero). Games
// that have ended are scored by the rules.
//
// A network that was taught by area scoring alone judges territory scoring by it, with a komi that is larger by the stones that
// Black has played more: that is by how much the two counts differ. On boards of more than 1,000 points, or of many
// edges, a look takes too long to be stopped in time, and komi far from what it was taught is judged badly: there the search plays
// out, as without a network.
type Led struct {
	PUCT     *mcts.PUCT // mcts.DefaultPUCT if nil
	Playouts int        // games played out from each position beside the look
	Weight   float64    // of their mean in its value, 0 to 1
	Familiar bool       // on boards alone that are like those that the network of the program was taught on
}

// ShippedLed returns how the network of the program leads.
func ShippedLed() *Led { return &Led{Familiar: true} }

// led is a state whose positions a network judges.
type led struct {
	*state
	how   *Led
	owner []float64 // whose each point is, as last judged
	known *known    // what the network said; nil: nothing yet
	saved *stones   // scratch: the position that is played out
}

// newLed returns the state of one thread.
func newLed(s *state, how *Led) *led {
	l := &led{state: s, how: how, owner: make([]float64, s.n)}
	if how.Playouts > 0 {
		l.saved = s.stones.clone()
	}
	return l
}

// Judge implements mcts.Led. Who may pass and win does: the opponent's pass is what the rules take it for, whatever a
// network thinks of stones that are dead but not taken. What to do about a pass that begins a search is Shortcut's and Plays' affair.
func (l *led) Judge(buf []mcts.Child) (children []mcts.Child, value float64) {
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
		value = 0.5 // weights of a file that somebody made
	}
	l.expect(out, value)
	if l.Terminal() {
		return buf, value // which stones are dead is for the players to agree on: what is to be expected counts
	}
	children = l.chances(buf, out)
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

// count scores the position as it stands, all stones alive, and returns by how much Black leads.
func (l *led) count() float64 {
	diff := l.Area(l.ends)
	for p, c := range l.ends {
		l.owner[p] = [...]float64{game.Black: 1, game.White: -1}[c]
	}
	l.noteLead(float64(diff))
	return l.ended - l.rules.Komi
}

// expect notes whose each point will be, and by how much Black leads: as the network says for the side to move. Both agree with each
// other and with value, Black's chance to win.
func (l *led) expect(out neural.Output, value float64) {
	sign, diff, undecided := 1.0, 0.0, 0.0
	if l.ToPlay() == game.White {
		sign = -1
	}
	for p, o := range out.Owner {
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
			lead = 0 // who wins is open, or the weights are those of a file that somebody made
		}
		diff = lead + l.rules.Komi
		reconcile(l.owner, diff+float64(l.spent()))
	case slope > 0:
		// Where it is open who wins, the chance to win says it better.
		const most = 20 // points, that are said so
		open := max(0, 1-math.Abs(2*value-1)/0.6)
		diff += open * (min(max((value-0.5)/slope, -most), most) + l.rules.Komi - diff)
	}
	l.noteLead(diff)
}

// leadTrust is how much the lead that a network says counts beside the sum over whose each point will be, where the mean of 1 - owner²
// over the points is open. On 19×19 the sum was off by half as many points as the lead where nearly all is decided (open below 0.1: 3.0
// and 6.2), by as many at 0.25, and by more from 0.4 on (at 0.85: 7.4 and 4.0; 2,000 labelled positions).
func leadTrust(open float64) float64 {
	const sum, lead = 0.15, 0.45 // below and above these one of them counts alone
	return min(max((open-sum)/(lead-sum), 0), 1)
}

// reconcile changes whose each point will be, the less decided a point the more, until the sum is about what it is said to be.
func reconcile(owner []float64, sum float64) {
	const rounds = 3 // of Newton's method
	for range rounds {
		is, open := 0.0, 0.0
		for _, o := range owner {
			is += o
			open += 1 - o*o
		}
		if open < 1 { // nothing is left to change
			return
		}
		step := (sum - is) / open
		for p, o := range owner {
			owner[p] = min(max(o+step*(1-o*o), -1), 1)
		}
	}
}

// Ended implements mcts.Counting, of what was last judged.
func (l *led) Ended(owner []float64) (lead float64) {
	for p := range owner {
		owner[p] += l.owner[p]
	}
	return l.ended - l.rules.Komi
}

// leastPass is the least chance of a pass, and of one after another, where each move more may cost a point.
var leastPass = [2]float32{0.1, 0.5}

// chances appends the playable points, in the board's order, and the pass, with what the network makes of each.
func (l *led) chances(buf []mcts.Child, out neural.Output) []mcts.Child {
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
	if l.rules.Scoring == rules.Territory {
		c := &buf[len(buf)-1] // by area, which the network was taught, a pass is never better than filling up
		c.Wins = max(c.Wins, leastPass[min(l.Passes(), 1)])
	}
	return buf
}

// playedOut returns the mean of the playouts for Black; other, where the stop flag lets none end.
func (l *led) playedOut(other float64) float64 {
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
