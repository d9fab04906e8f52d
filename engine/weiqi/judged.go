package weiqi

import (
	"fmt"
	"io"
	"math"
	"slices"

	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
)

// How a search uses what a network says, by the first trials (docs/network.md).
const (
	judgedPrior    = 20 // playouts won with a move that is certain to be found the best, as if seen; less by the root of its chance
	judgedPlayouts = 2  // that the network's word on a position counts as
	judgedExpand   = 8  // visits at which a position is judged: a look costs as much as six playouts
)

// ReadNet reads a network that was taught to judge positions of Go.
func ReadNet(in io.Reader) (*neural.Net, error) {
	n, _, err := neural.Read(in)
	if err != nil {
		return nil, err
	}
	if n.Config.Inputs != inputs {
		return nil, fmt.Errorf("weiqi: a network that is told %d numbers of a point, not %d: it was made for another version or another game",
			n.Config.Inputs, inputs)
	}
	if !slices.Contains([]string{toldAll, toldArea, toldPlain}, n.Config.Told) {
		return nil, fmt.Errorf("weiqi: a network that is told %q of a position, which this version does not know", n.Config.Told)
	}
	return n, nil
}

// judge adds to the priors of the moves that are no passes what the network says of them, and takes its
// verdict on the position.
func (s *state) judge(children []mcts.Child) {
	out := s.eval.Judge([]neural.Input{s.view()}, false)[0]
	s.verdict = float64(out.Win)
	if s.ToPlay() == game.White {
		s.verdict = 1 - s.verdict
	}
	most := out.Pass
	for i := range children {
		most = max(most, out.Policy[children[i].Move])
	}
	weight := func(log float32) float64 { return math.Exp(float64(log - most)) }
	sum := weight(out.Pass)
	for i := range children {
		sum += weight(out.Policy[children[i].Move])
	}
	for i := range children {
		credit(&children[i], judgedPrior*float32(math.Sqrt(weight(out.Policy[children[i].Move])/sum)))
	}
}

// Verdict implements mcts.Judging.
func (s *state) Verdict() (value float64, playouts int) {
	if s.eval == nil {
		return 0, 0
	}
	return s.verdict, judgedPlayouts
}
