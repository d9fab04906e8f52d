package answers

import (
	"fmt"
	"strings"

	"moyo/client/terminal/words"
	"moyo/solve/life/format"
)

// LifeListed describes a problem in a line, with known facts.
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
