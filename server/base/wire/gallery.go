package wire

// Boards that people share.

// SharedBoard is a board that somebody shares.
type SharedBoard struct {
	Spec   string `json:"spec"`
	Title  string `json:"title"`
	Author string `json:"author"` // the name of the one who shares it
	Yours  bool   `json:"yours"`
	Points int    `json:"points"`
	Lines  int    `json:"lines"`
	Least  int    `json:"least"` // neighbours of a point
	Most   int    `json:"most"`
	Played int    `json:"played"` // games on it that have ended
	Shared string `json:"shared"` // since when, RFC 3339
	Hidden bool   `json:"hidden"` // by moderators; only they and who shares it see that
}
