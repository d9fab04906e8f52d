package catalog

// TermIDs returns the glossary, as ids of the words that the page explains: what
// all games share, what belongs to one of them in the order of the games, and what
// is said of the computer.
func TermIDs() []string {
	terms := append([]string{}, shared...)
	for _, e := range entries {
		terms = append(terms, e.Terms...)
	}
	return append(terms, ofEngines...)
}

// shared are the terms of several games.
var shared = []string{"board", "stone", "chain", "liberty", "capture", "prisoner", "atari", "snapback", "suicide", "ko",
	"pass", "eye", "resign"}

// ofEngines are the terms of what an engine says about its search.
var ofEngines = []string{"playout", "position", "depth"}
