package weiqi

import (
	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// calibrate finds what a point of lead is worth at the root and after its likeliest move, where the other side
// is to move. Where the winner is open, the win probability gives a better lead than ownership does. Ownership
// has small errors everywhere, which add up to points over a large board while the win probability is even.
func (r *root) calibrate() {
	if r.model.net.Config.Lead {
		return
	}
	l := r.State(1).(*netState)
	r.threads = 0
	l.Reset()
	for range 2 {
		if l.Terminal() || r.stop.Load() {
			return
		}
		best := mcts.Child{Move: game.Pass}
		for _, c := range l.children(nil, l.weigh()) {
			if c.Wins > best.Wins {
				best = c
			}
		}
		l.Play(best.Move)
	}
}

// weigh measures by how much the win probability falls with a point of komi, if it does, and returns the network's output.
func (l *netState) weigh() neural.Output {
	const komis, least = 4.0, 0.0015 // points of komi to either side; least win probability that a point is worth
	evaluate := func(komi float64) (out neural.Output, value float64) {
		l.rules.Komi += komi
		defer func() { l.rules.Komi -= komi }()
		out = l.eval.Evaluate([]neural.Input{l.view()}, false)[0]
		return out, l.forBlack(float64(out.Win))
	}
	_, better := evaluate(-komis)
	_, worse := evaluate(komis)
	if slope := (better - worse) / (2 * komis); slope >= least {
		l.slope[l.ToPlay()] = slope
	}
	out, _ := evaluate(0)
	return out
}

// spent returns by how many points Black's area score exceeds its territory score; zero under area
// scoring. Each stone that was played is on the board or was taken, by a point of the opponent's.
func (s *state) spent() int {
	if s.rules.Scoring == rules.Area {
		return 0
	}
	return int(s.placed[game.Black] - s.placed[game.White])
}
