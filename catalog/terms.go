package catalog

// TermIDs returns the ids of the glossary, which the page explains: the shared terms, the
// terms of each game in order, and the terms of engine analysis.
func TermIDs() []string {
	terms := append([]string{}, shared...)
	for _, e := range entries {
		terms = append(terms, e.Terms...)
	}
	return append(terms, ofEngines...)
}

// shared are the terms that several games use.
var shared = []string{"board", "stone", "chain", "liberty", "capture", "prisoner", "atari", "snapback", "suicide", "ko",
	"pass", "eye", "resign"}

// ofEngines are the terms that engines use about their search.
var ofEngines = []string{"playout", "position", "depth"}
