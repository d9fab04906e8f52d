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
