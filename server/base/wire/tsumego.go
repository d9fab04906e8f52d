package wire

// Problems of life and death as files.

// Tsumego is a problem of life and death.
type Tsumego struct {
	ID       string   `json:"id"`
	Board    string   `json:"board"`    // spec
	Stones   string   `json:"stones"`   // one character a point, as in Snapshot
	ToPlay   string   `json:"toPlay"`   // "black" or "white"
	Ko       *int     `json:"ko"`       // the point at which that side may not retake at first
	Question string   `json:"question"` // "live", "kill" or "status": what the side to move wants
	Target   []int    `json:"target"`   // a stone of each chain in question; empty for every group of the defender in the region
	Region   []int    `json:"region"`   // the points that can be played on; empty where moyo shall find them
	Walls    []int    `json:"walls"`    // empty points beyond a given region, where stones of the attacker's are assumed
	Threats  *Threats `json:"threats"`  // null where the answer shall tell how many a ko needs
	Notes    string   `json:"notes"`
}

// Threats are the ko threats elsewhere that each side has; 255 stands for more
// than any ko needs.
type Threats struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// TsumegoList is the answer of POST /api/tsumego/read?name=, whose body is a file
// with problems, in SGF, text or JSONL: the problems, as many as fit, and what is
// wrong with others.
type TsumegoList struct {
	Problems []Tsumego `json:"problems"`
	Errors   []string  `json:"errors"` // the first ones, each with its place
	More     bool      `json:"more"`   // whether the file holds more problems
}

// TsumegoWrite is the body of POST /api/tsumego/write, which answers with a file.
type TsumegoWrite struct {
	Problem Tsumego `json:"problem"`
	Format  string  `json:"format"` // "sgf", "text", "jsonl", or a picture: "svg" or "png"
}
