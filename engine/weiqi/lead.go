package weiqi

import (
	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// calibrate finds what a point of lead is worth at the root, and after its likeliest move, where the other side is to move: where it is
// open who wins, that says better by how much a side leads than the owners do. Whose each point will be is a little off everywhere,
// which adds up to points over a large board while the chance to win is even.
func (r *root) calibrate() {
	if r.model.net.Config.Lead {
		return
	}
	l := r.State(1).(*led)
	r.threads = 0
	l.Reset()
	for range 2 {
		if l.Terminal() || r.stop.Load() {
			return
		}
		best := mcts.Child{Move: game.Pass}
		for _, c := range l.chances(nil, l.weigh()) {
			if c.Wins > best.Wins {
				best = c
			}
		}
		l.Play(best.Move)
	}
}

// weigh notes by how much the chance to win falls with a point of komi here, if it does, and returns what the network says.
func (l *led) weigh() neural.Output {
	const komis, least = 4.0, 0.0015 // points of komi to either side, chance that a point is worth at least
	look := func(komi float64) (out neural.Output, value float64) {
		l.rules.Komi += komi
		defer func() { l.rules.Komi -= komi }()
		out = l.eval.Judge([]neural.Input{l.view()}, false)[0]
		return out, l.forBlack(float64(out.Win))
	}
	_, better := look(-komis)
	_, worse := look(komis)
	if slope := (better - worse) / (2 * komis); slope >= least {
		l.slope[l.ToPlay()] = slope
	}
	out, _ := look(0)
	return out
}

// spent is by how many points Black's count by area is better than that by territory, where the latter counts: all stones that were
// played stand or were taken, each by a point of the other's.
func (s *state) spent() int {
	if s.rules.Scoring == rules.Area {
		return 0
	}
	return int(s.placed[game.Black] - s.placed[game.White])
}
