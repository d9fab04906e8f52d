package answers

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/rules/capturefive"
	solve "moyo/solve/capturefive"
	"moyo/solve/capturefive/proof"
)

// CaptureFive is an answer about a position of Capture Five's family as JSON.
type CaptureFive struct {
	Value  string   `json:"value"` // win, draw, loss for the side to move, or unknown
	Plies  int      `json:"plies"` // until the end with best play, 0 for no win
	Best   []string `json:"best"`
	Nodes  int64    `json:"nodes"`
	Ms     float64  `json:"ms"`
	Proved bool     `json:"proved"`
	Rule   string   `json:"rule,omitempty"`  // the rule for which the bound and, unless proved, the value hold, if not the game's own
	Bound  int      `json:"bound,omitempty"` // neither side has a forced win within this many plies
	Proofs []string `json:"proofs,omitempty"`
}

// CaptureFiveOf returns the answer to pos; files contain its proofs.
func CaptureFiveOf(pos game.Position, a *solve.Answer, files []string) CaptureFive {
	out := CaptureFive{
		Value: a.Value.String(), Plies: a.Plies, Nodes: a.Nodes, Proved: a.Proved, Proofs: files, Best: []string{},
		Ms: float64(a.Elapsed.Microseconds()) / 1000,
	}
	for _, m := range a.Best {
		out.Best = append(out.Best, game.Format(pos, m))
	}
	if !a.Proved || a.Plies > 0 && !a.Exact {
		out.Bound = a.Bound
		if rules, ok := pos.Rules().(*capturefive.Rules); ok && rules.Options().Captures && rules.Options().Ko != capturefive.SimpleKo {
			out.Rule = "ko=simple"
		}
	}
	return out
}

// CaptureFiveText returns the answer in words.
func CaptureFiveText(pos game.Position, a *solve.Answer, files []string) string {
	out := CaptureFiveOf(pos, a, files)
	var b strings.Builder
	side := words.Side(pos.ToPlay())
	switch {
	case a.Value == solve.Unknown:
		fmt.Fprintf(&b, "Not decided: neither side has a forced win within %d plies.\n", a.Bound)
	case a.Value == solve.Draw:
		fmt.Fprintf(&b, "%s to move: a draw.\n", side)
	case a.Plies > 0:
		fmt.Fprintf(&b, "%s to move: a %v after %d plies.\n", side, a.Value, a.Plies)
	default:
		fmt.Fprintf(&b, "%s to move: a %v, after more than %d plies.\n", side, a.Value, a.Bound)
	}
	if len(out.Best) > 0 {
		fmt.Fprintf(&b, "Best: %s\n", strings.Join(out.Best, " "))
	}
	switch {
	case out.Rule != "" && a.Proved:
		fmt.Fprintf(&b, "The bound of more than %d plies is proved only for %s.\n", out.Bound, out.Rule)
	case out.Rule != "":
		fmt.Fprintf(&b, "Proved only for %s.\n", out.Rule)
	}
	fmt.Fprintf(&b, "Found in %v, %d nodes.\n", a.Elapsed.Round(time.Millisecond), a.Nodes)
	for _, f := range out.Proofs {
		fmt.Fprintf(&b, "Proof: %s\n", f)
	}
	return b.String()
}

// CaptureFiveClaim returns what was proved, and under which rule about ko.
func CaptureFiveClaim(r *proof.Report) string {
	side, within := r.Claim.Side, ""
	verb := "wins"
	if !r.Claim.Win {
		side, verb = side.Other(), "never wins"
	}
	if r.Claim.Plies > 0 {
		within = fmt.Sprintf(" within %d plies", r.Claim.Plies)
		if !r.Claim.Win {
			verb = "does not win"
		}
	}
	text := fmt.Sprintf("%s %s%s, whatever the other side does, from %d stones on, %s to move.",
		words.Side(side), verb, within, bits.OnesCount64(r.Start.Black|r.Start.White), r.Claim.First)
	if r.Superko != proof.NotAsked {
		text += " Superko: " + r.Superko.String() + "."
	}
	return text
}
