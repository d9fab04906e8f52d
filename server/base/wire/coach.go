package wire

// What a beginner asks the coach.

// CoachEstimate is how a running game stands, as an engine guesses that has looked at it for a moment. It names no
// move.
type CoachEstimate struct {
	Ply    int     `json:"ply"`    // the number of moves after which it stands so
	Black  float64 `json:"black"`  // win chance of the black stones, 0 to 1
	Lead   float64 `json:"lead"`   // points by which they would win, below 0 those of White; where Counts
	Counts bool    `json:"counts"` // Lead is known
	Owners []int   `json:"owners"` // as in AnalysisReply; none where points are nobody's, or it could not be told in time
}
