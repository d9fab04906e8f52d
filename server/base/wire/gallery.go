package wire

// Shared boards.

// SharedBoard is a board that a player shares.
type SharedBoard struct {
	Spec   string `json:"spec"`
	Title  string `json:"title"`
	Author string `json:"author"` // name of the player who shares it
	Yours  bool   `json:"yours"`
	Points int    `json:"points"`
	Lines  int    `json:"lines"`
	Least  int    `json:"least"` // smallest degree of a point
	Most   int    `json:"most"`
	Played int    `json:"played"` // finished games on it
	Shared string `json:"shared"` // since this time, RFC 3339
	Hidden bool   `json:"hidden"` // by moderators; only they and its author see that
}
