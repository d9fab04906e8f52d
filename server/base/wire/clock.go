package wire

// Clocks.

// Clocks is what the players had left at the last event. From then on the clock of the seat Running runs, first its
// main time, then its periods. A page that receives an event counts from that moment. After a snapshot, or events
// that it had missed, a message "clock" has the time since the last event. Only the server decides when a flag falls,
// which is an event.
type Clocks struct {
	Spec    string `json:"spec"`    // such as "byoyomi=10m+5x30s"
	Kind    string `json:"kind"`    // "absolute", "fischer", "byoyomi", "canadian", "move", "correspondence"
	Text    string `json:"text"`    // in words
	Step    int    `json:"step"`    // milliseconds of an increment, of a period, or of a move
	Stones  int    `json:"stones"`  // of a Canadian period
	Gift    int    `json:"gift"`    // milliseconds that a player gives to the other at a time
	Running string `json:"running"` // the seat whose clock runs, or "" while the clocks are stopped
	Stopped int    `json:"stopped"` // milliseconds for which a leave or a vacation still stops the running clock
	Black   Left   `json:"black"`
	White   Left   `json:"white"`
}

// Left is what one player has left. Times are in milliseconds.
type Left struct {
	Total   int  `json:"total"`   // until the flag falls
	Main    int  `json:"main"`    // of the main time, or for this move
	Periods int  `json:"periods"` // of byo-yomi, with the current one
	Period  int  `json:"period"`  // of the current or first period
	Stones  int  `json:"stones"`  // still to be placed in this Canadian period
	Leave   int  `json:"leave"`   // of the leave of a correspondence game
	Paused  bool `json:"paused"`  // on leave

	Vacation int `json:"vacation"` // of the vacation that stops the clocks of all correspondence games
}

// Running is the time for which the running clock has run since the event of a version.
type Running struct {
	Version int `json:"version"`
	Elapsed int `json:"elapsed"` // milliseconds
}
