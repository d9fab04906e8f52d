package wire

// Beginners' requests to the coach.

// CoachEstimate is an engine's quick estimate of a running game. It names no move.
type CoachEstimate struct {
	Ply    int     `json:"ply"`    // the number of moves before the position
	Black  float64 `json:"black"`  // Black's win probability, 0 to 1
	Lead   float64 `json:"lead"`   // points by which Black would win, below 0 for White; see Counts
	Counts bool    `json:"counts"` // Lead is known
	Owners []int   `json:"owners"` // as in AnalysisReply; empty in games without territory, or without a result in time
}
