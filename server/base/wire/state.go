package wire

// What a view shows beside the stones.

// State is what a view shows beside the stones; every event carries it afresh.
type State struct {
	Phase   string   `json:"phase"`            // "waiting" for a player, "playing", "scoring", "finished"
	ToPlay  string   `json:"toPlay"`           // the colour of the stone that comes next, or "" where nobody is to move
	Turn    string   `json:"turn"`             // the seat whose turn it is, or ""; not always that of ToPlay while an opening lasts
	Places  *Next    `json:"places,omitempty"` // of rengo: who plays the next turn of each side
	Maker   string   `json:"maker,omitempty"`  // of rengo, while "waiting": the side whose first place has whoever made the game
	Holder  string   `json:"holder"`           // the seat that has the black stones: "black" unless an opening has swapped them
	Opening *Opening `json:"opening"`          // what there is to do while the opening lasts, else null
	Pass    bool     `json:"pass"`             // whether a pass is a move of this game now
	Ply     int      `json:"ply"`
	// point of the last stone placed, also after the choices of an opening; -1 after a pass or at the start
	Last     int      `json:"last"`
	Takes    bool     `json:"takes"`    // whether stones can be taken in this game
	Captures Captures `json:"captures"` // stones that each side has taken
	Chains   bool     `json:"chains"`   // whether connected stones share their liberties, and are taken together
	Rows     *Rows    `json:"rows"`     // of a game about rows of stones, else null
	Falls    bool     `json:"falls"`    // whether stones fall
	Counted  bool     `json:"counted"`  // whether a count ends the game, so that passing belongs to it
	// where a stone comes to rest, one point a column with room; only where stones fall and somebody is to move
	Landings  []int       `json:"landings"`
	Forbidden []Forbidden `json:"forbidden"` // empty points that the side to move may not play
	Figure    []int       `json:"figure"`    // points of the winning line in order along it, empty while there is none
	DrawOffer string      `json:"drawOffer"` // the seat that has offered a draw, or ""
	UndoAsked string      `json:"undoAsked"` // the seat that asks to take back, or ""
	UndoPlies int         `json:"undoPlies"` // how many moves would go back then, 0 where nobody asks
	Abort     bool        `json:"abort"`     // whether the game can still be called off
	Clocks    *Clocks     `json:"clocks"`    // null in a game without
	Dead      []int       `json:"dead"`      // points of stones marked dead, in "scoring" and "finished"
	Accepted  []string    `json:"accepted"`  // sides that have agreed, in "scoring"
	Score     *Score      `json:"score"`     // in "scoring" (null while dead stones are looked for) and "finished" by score, else null
	Result    string      `json:"result"`    // "" or "B+3.5", "W+R", "B+T" (time), "B+F" (the other has left), "0", "Void"
	// "", "score", "resign", "cancelled" (called off), "time", "left", "repetition", "agreement", "five", "captures", "no move left",
	// "board full", "blocked", "two passes"
	ResultHow string `json:"resultHow"`
}

// Next says who of each side plays its next turn, by their places from 1. Of the side whose
// turn it is, that is who is to move now.
type Next struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Opening is what there is to do while the opening of a game is a dialogue of
// its players.
type Opening struct {
	Text    string    `json:"text"`            // a sentence: what the player whose turn it is has to do
	Words   *Sentence `json:"words,omitempty"` // that, for the page
	Choices []Choice  `json:"choices"`         // what may be chosen instead of a point
	Offered []int     `json:"offered"`         // points that were offered for the next stone, of which one is taken
	Stones  bool      `json:"stones"`          // whether a stone may be placed; otherwise one of the choices is to be taken
	Only    []int     `json:"only"`            // the points where it may be placed, if they are the smaller part of the empty ones; else empty
}

// Choice is a move that places no stone, such as to swap colours.
type Choice struct {
	Move  string    `json:"move"`
	Title string    `json:"title"`           // for a button
	Words *Sentence `json:"words,omitempty"` // that, for the page
}

// Rows is the running score of a game about rows of stones: how many in a row
// win, and the longest row of each side that counts.
type Rows struct {
	Need  int `json:"need"`
	Black int `json:"black"`
	White int `json:"white"`
}

// Captures counts the stones that each side has taken.
type Captures struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Forbidden is an empty point that may not be played, and why: "suicide", "ko", "taking",
// "forbidden" (by Renju's rules, say) or "opening" (by the phase of the opening).
// Points without support, where stones fall, are not among them.
type Forbidden struct {
	Point  int    `json:"point"`
	Reason string `json:"reason" ts:"ReasonCode"`
}

// Score is the count of a position with its dead stones taken off.
type Score struct {
	Method         string  `json:"method"` // "area" or "territory"
	Komi           float64 `json:"komi"`
	Owner          string  `json:"owner"` // one character a point: 'x', 'o', '.' nobody's
	BlackStones    int     `json:"blackStones"`
	WhiteStones    int     `json:"whiteStones"`
	BlackTerritory int     `json:"blackTerritory"`
	WhiteTerritory int     `json:"whiteTerritory"`
	BlackPrisoners int     `json:"blackPrisoners"` // stones that Black has taken, dead ones included
	WhitePrisoners int     `json:"whitePrisoners"`
	Black          float64 `json:"black"` // totals
	White          float64 `json:"white"`
	Result         string  `json:"result"`
}
