package catalog

import (
	"strings"

	"moyo/game/record"
	rules "moyo/game/rules/weiqi"
)

// goSets returns the sets of rules of Go that are played here, the usual one first.
// What each forbids and counts is said once, where records are given the names of
// rules ([record.NamedRules]); komi is that of even games.
//
// Sources are the comparisons of R. Jasiek ("Basic Comparison"), the British Go
// Association ("Comparison of Some Go Rules") and Sensei's Library ("Rules of Go"),
// and J. Tromp and B. Taylor, "The game of Go". Ing's rules are missing, as are sets
// with a tax on groups or a button: rules/weiqi has no such ko, tax or button. The
// British and French rules are AGA's, and the Korean ones differ from the Japanese
// in nothing that is told apart here.
func goSets() []RuleSet {
	set := func(id, title, recorded, komi, text string) RuleSet {
		options := append([]string{"komi=" + komi}, record.NamedRules(recorded)...)
		return RuleSet{ID: id, Title: title, Text: text, Rules: rules.Name + ":" + strings.Join(options, ",")}
	}
	return []RuleSet{
		set("chinese", "Chinese", "Chinese", "7.5",
			"Stones and what they surround count, and no picture of the board may come again, as some servers play them. "+
				"Different here: no referee judges long repetitions, handicap stones stand on fixed points, and White gets no points for them."),
		set("japanese", "Japanese", "Japanese", "6.5", "What stones surround counts, and what they took. "+
			"Different here: points inside a seki count too, and who disagrees about dead stones plays on."),
		set("aga", "AGA", "AGA", "7.5",
			"The American rules: stones and what they surround count, and no picture may come again with the same side to move. "+
				"Different here: a pass costs no stone, which changes nothing in this count, and White gets no points for handicap stones."),
		set("new-zealand", "New Zealand", "NZ", "7", "As AGA's, but stones may take their own last liberty, and a draw is possible. "+
			"Different here: a single stone may not take itself, and handicap stones stand on fixed points."),
		set("tromp-taylor", "Tromp-Taylor", "Tromp-Taylor", "7.5",
			"The shortest rules: no picture may come again, and stones may take their own last liberty. "+
				"Different here: players may agree which stones are dead, where the rules count all as alive."),
	}
}
