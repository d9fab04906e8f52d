package wire

// Clocks.

// Clocks is what the players had left at the last event. From then on the clock of
// the seat Running runs: first its main time, then its periods. A page that gets
// an event counts from that moment; with a snapshot, or with events that it had
// missed, comes a message "clock" that says how long ago the last of them was.
// The server alone decides when a flag falls, which is an event.
type Clocks struct {
	Spec    string `json:"spec"`    // such as "byoyomi=10m+5x30s"
	Kind    string `json:"kind"`    // "absolute", "fischer", "byoyomi", "canadian", "move", "correspondence"
	Text    string `json:"text"`    // in words
	Step    int    `json:"step"`    // milliseconds of an increment, of a period, or of a move
	Stones  int    `json:"stones"`  // of a Canadian period
	Gift    int    `json:"gift"`    // milliseconds that one gives to the other at once
	Running string `json:"running"` // the seat whose time it is, or "" while the clocks stand
	Stopped int    `json:"stopped"` // milliseconds for which a leave or a vacation still stops the clock that would run
	Black   Left   `json:"black"`
	White   Left   `json:"white"`
}

// Left is what one player has left. Times are in milliseconds.
type Left struct {
	Total   int  `json:"total"`   // until the flag falls
	Main    int  `json:"main"`    // of the main time, or for this move
	Periods int  `json:"periods"` // of byo-yomi, the one being used included
	Period  int  `json:"period"`  // of the period that is being used or comes first
	Stones  int  `json:"stones"`  // still to be placed in this Canadian period
	Leave   int  `json:"leave"`   // of the leave of a correspondence game
	Paused  bool `json:"paused"`  // on leave

	Vacation int `json:"vacation"` // of the vacation that stops the clocks of all games by correspondence
}

// Running says for how long the clock of the player whose turn it is has been
// running since the event of a version.
type Running struct {
	Version int `json:"version"`
	Elapsed int `json:"elapsed"` // milliseconds
}
