package answers

import (
	"fmt"
	"strings"

	"moyo/solve/life/format"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
	"moyo/terminal/words"
)

// Verified is what became of one proof, for machines.
type Verified struct {
	File     string `json:"file"`
	Proof    int    `json:"proof"` // from 1
	Accepted bool   `json:"accepted"`
	Claim    string `json:"claim"`
	States   int    `json:"states"`
	Replies  int    `json:"replies"`
	Depth    int    `json:"depth"`
	Reason   string `json:"reason,omitempty"` // why it is refused
}

// LifeClaim says what a proof claims.
func LifeClaim(p *proof.Proof) string {
	what := "groups"
	if len(p.Targets) > 0 {
		what = strings.Join(words.Points(p.Board, p.Targets), " or ")
	}
	ends := "is never captured"
	if p.Captured {
		ends = "is captured"
	}
	threats := tsumego.Threats{Black: p.Black, White: p.White}
	return fmt.Sprintf("%s to move, %s's %s %s, threats %s", p.ToPlay, p.Defender, what, ends, threats)
}

// LifeListed describes a problem in a line, with what is known about it beside.
func LifeListed(it *format.Item, about []string) string {
	question := "?"
	if it.Asked {
		question = it.Question.String()
	}
	region := "region to be found"
	if len(it.Region) > 0 {
		region = words.Count(len(it.Region), "point")
	}
	target := "-"
	if len(it.Target) > 0 {
		target = strings.Join(words.Points(it.Board, it.Target), ",")
	}
	line := fmt.Sprintf("%-28s %-12s %-5s %-6s %-10s %-18s", words.ID(it.ID), it.Board.Spec(), it.ToPlay, question, target, region)
	return strings.TrimRight(line+" "+strings.Join(about, " "), " ")
}
