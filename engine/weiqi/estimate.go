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

// How a search with playouts uses a network, by the first trials (docs/network.md).
const (
	estimatePrior    = 20 // playouts, all won, for a move of probability 1; others get the root of their probability times as many
	estimatePlayouts = 2  // that the network's value of a position counts as
	estimateExpand   = 8  // visits after which a position is evaluated: an evaluation costs as much as six playouts
)

// ReadNet reads a network that was trained for Go.
func ReadNet(in io.Reader) (*neural.Net, error) {
	n, _, err := neural.Read(in)
	if err != nil {
		return nil, err
	}
	if n.Config.Inputs != inputs {
		return nil, fmt.Errorf("weiqi: a network with %d input features, not %d: it was made for another version or another game",
			n.Config.Inputs, inputs)
	}
	if !slices.Contains([]string{featuresAll, featuresArea, featuresPlain}, n.Config.Features) {
		return nil, fmt.Errorf("weiqi: a network with the feature set %q, which this version does not know", n.Config.Features)
	}
	return n, nil
}

// evaluate adds the network's policy to the priors of all moves except passes,
// and keeps its value of the position.
func (s *state) evaluate(children []mcts.Child) {
	out := s.eval.Evaluate([]neural.Input{s.view()}, false)[0]
	s.estimate = float64(out.Win)
	if s.ToPlay() == game.White {
		s.estimate = 1 - s.estimate
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
		credit(&children[i], estimatePrior*float32(math.Sqrt(weight(out.Policy[children[i].Move])/sum)))
	}
}

// Estimate implements mcts.Estimator.
func (s *state) Estimate() (value float64, playouts int) {
	if s.eval == nil {
		return 0, 0
	}
	return s.estimate, estimatePlayouts
}
