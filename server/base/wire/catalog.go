package wire

// Opponents, and rules in words.

// EngineEntry is an opponent. An id has several entries if its text differs between games.
type EngineEntry struct {
	ID        string          `json:"id"`
	Key       string          `json:"key" ts:"EngineKey | \"\""` // of its text; "" for an engine of the operator's
	Title     string          `json:"title"`
	Text      string          `json:"text"`      // one sentence
	Level     int             `json:"level"`     // 1 to 9, 0 for others
	Games     []string        `json:"games"`     // ids of the games that it plays
	Strengths []LevelStrength `json:"strengths"` // of a level
}

// LevelStrength is the approximate strength of a level.
type LevelStrength struct {
	Class    string `json:"class"`    // of boards, as in Board; "" if one rating covers all of them
	Strength string `json:"strength"` // a rank, or points
	Rough    bool   `json:"rough"`    // based on few games, or on an assumption
}

// Rules are rules in words for the page. It shows the phrases separated by commas.
type Rules struct {
	Name    string       `json:"name" ts:"GameName | \"\""` // "" if the game is unknown
	Phrases []RulePhrase `json:"phrases"`
}

// RulePhrase is a phrase about rules, with the values of its places.
type RulePhrase struct {
	ID     string   `json:"id" ts:"RuleText"`
	Values []string `json:"values"`
}
