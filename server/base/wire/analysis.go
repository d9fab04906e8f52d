package wire

// Analysis of positions with an engine.

// AnalysisPosition is an analysed position, with the rules in words as in GameInfo.
type AnalysisPosition struct {
	Stones    string `json:"stones"`
	State     State  `json:"state"`
	GameTitle string `json:"gameTitle"`
	RulesText string `json:"rulesText"`
	Words     Rules  `json:"words"` // the two above, for the page
}
