package wire

// Opponents, and rules in words.

// EngineEntry is an opponent. An id stands in several entries where the words
// about it differ from game to game.
type EngineEntry struct {
	ID        string          `json:"id"`
	Key       string          `json:"key" ts:"EngineKey | \"\""` // of the words; "" for an engine that the operator has brought
	Title     string          `json:"title"`
	Text      string          `json:"text"`      // one sentence
	Level     int             `json:"level"`     // 1 to 9, 0 for others
	Games     []string        `json:"games"`     // ids of the games that it plays
	Strengths []LevelStrength `json:"strengths"` // of a level
}

// LevelStrength is about how strong a level is.
type LevelStrength struct {
	Class    string `json:"class"`    // of boards, as in Board; "" where one rating counts on all of them
	Strength string `json:"strength"` // a rank, or points
	Rough    bool   `json:"rough"`    // it rests on few games, or on an assumption
}

// Rules are rules in words, for the page to say: the text of each phrase follows
// the one before it after a comma.
type Rules struct {
	Name    string       `json:"name" ts:"GameName | \"\""` // "" where the game is unknown
	Phrases []RulePhrase `json:"phrases"`
}

// RulePhrase is one thing that is said of rules, with what fills its places.
type RulePhrase struct {
	ID     string   `json:"id" ts:"RuleText"`
	Values []string `json:"values"`
}
