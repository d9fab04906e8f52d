package wire

// Looking at positions with an engine.

// AnalysisPosition is the position that was asked about, and the rules in words
// as in GameInfo.
type AnalysisPosition struct {
	Stones    string `json:"stones"`
	State     State  `json:"state"`
	GameTitle string `json:"gameTitle"`
	RulesText string `json:"rulesText"`
	Words     Rules  `json:"words"` // the two above, for the page
}
