package catalog

import (
	"strings"

	"moyo/game/record"
	rules "moyo/game/rules/weiqi"
)

// goSets returns the rule sets of Go, the usual one first. Their options come from
// [record.NamedRules], which records use too. Komi is that of even games.
//
// Sources are the comparisons of R. Jasiek ("Basic Comparison"), the British Go
// Association ("Comparison of Some Go Rules") and Sensei's Library ("Rules of Go"), and
// J. Tromp and B. Taylor, "The game of Go". Ing's rules are missing, as are sets with a
// group tax or a button, because rules/weiqi has no such ko, tax or button. The British
// and French rules are AGA's. The Korean rules differ from the Japanese in nothing that
// rules/weiqi distinguishes.
func goSets() []RuleSet {
	set := func(id, title, recorded, komi, text string) RuleSet {
		options := append([]string{"komi=" + komi}, record.NamedRules(recorded)...)
		return RuleSet{ID: id, Title: title, Text: text, Rules: rules.Name + ":" + strings.Join(options, ",")}
	}
	return []RuleSet{
		set("chinese", "Chinese", "Chinese", "7.5",
			"Stones and surrounded points count. No position of the board may occur again, as on some servers. "+
				"Different on moyo: no referee judges long repetitions, handicap stones have fixed places, and White gets no points for them."),
		set("japanese", "Japanese", "Japanese", "6.5", "Surrounded points and captured stones count. "+
			"Different on moyo: points inside a seki count too. If players disagree about dead stones, they play on."),
		set("aga", "AGA", "AGA", "7.5",
			"The American rules: stones and surrounded points count. No position may occur again with the same player to move. "+
				"Different on moyo: a pass costs no stone, which does not change the result, and White gets no points for handicap stones."),
		set("new-zealand", "New Zealand", "NZ", "7", "Like AGA's, but you may take your own last liberty, and a draw is possible. "+
			"Different on moyo: a single stone may not capture itself, and handicap stones have fixed places."),
		set("tromp-taylor", "Tromp-Taylor", "Tromp-Taylor", "7.5",
			"The shortest rules: no position may occur again, and you may take your own last liberty. "+
				"Different on moyo: players may agree on dead stones, while the original rules count all stones as alive."),
	}
}
