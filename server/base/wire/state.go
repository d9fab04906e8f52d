package wire

// What a view shows besides the stones.

// State is what a view shows besides the stones. Every event contains it.
type State struct {
	Phase   string   `json:"phase"`            // "waiting" for a player, "playing", "scoring", "finished"
	ToPlay  string   `json:"toPlay"`           // the colour of the next stone, or "" if no one is to move
	Turn    string   `json:"turn"`             // the seat whose turn it is, or ""; not always that of ToPlay during an opening
	Places  *Next    `json:"places,omitempty"` // of rengo: the next player of each side
	Maker   string   `json:"maker,omitempty"`  // of rengo, while "waiting": the side on which the game's creator has the first place
	Holder  string   `json:"holder"`           // the seat that has the black stones: "black" unless an opening has swapped them
	Opening *Opening `json:"opening"`          // the choices during an opening, else null
	Pass    bool     `json:"pass"`             // whether a pass is a move of this game now
	Ply     int      `json:"ply"`
	// point of the last stone placed, also after the choices of an opening; -1 after a pass or at the start
	Last     int      `json:"last"`
	Takes    bool     `json:"takes"`    // whether stones can be taken in this game
	Captures Captures `json:"captures"` // stones that each side has taken
	Chains   bool     `json:"chains"`   // whether connected stones share their liberties and are captured together
	Rows     *Rows    `json:"rows"`     // of a game about rows of stones, else null
	Falls    bool     `json:"falls"`    // whether stones fall
	Counted  bool     `json:"counted"`  // whether counting ends the game, which then needs passes
	// points where a stone would land, one for each column with room; only if stones fall and a player is to move
	Landings  []int       `json:"landings"`
	Forbidden []Forbidden `json:"forbidden"` // illegal empty points for the side to move
	Figure    []int       `json:"figure"`    // points of the winning line in order along it, else empty
	DrawOffer string      `json:"drawOffer"` // the seat that has offered a draw, or ""
	UndoAsked string      `json:"undoAsked"` // the seat that asks to take back moves, or ""
	UndoPlies int         `json:"undoPlies"` // how many moves that would remove, 0 without a request
	Abort     bool        `json:"abort"`     // whether the game can still be called off
	Clocks    *Clocks     `json:"clocks"`    // null in a game without a clock
	Dead      []int       `json:"dead"`      // points of stones marked dead, in "scoring" and "finished"
	Accepted  []string    `json:"accepted"`  // sides that have agreed, in "scoring"
	Score     *Score      `json:"score"`     // in "scoring" (null until dead stones are proposed) and "finished" by score, else null
	Result    string      `json:"result"`    // "" or "B+3.5", "W+R", "B+T" (time), "B+F" (the other has left), "0", "Void"
	// "", "score", "resign", "cancelled" (called off), "time", "left", "repetition", "agreement", "five", "captures", "no move left",
	// "board full", "blocked", "two passes"
	ResultHow string `json:"resultHow"`
}

// Next has the next player of each side, by place from 1. For the side to move, that is the player to move.
type Next struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Opening describes the choices during an opening in which the players negotiate.
type Opening struct {
	Text    string    `json:"text"`            // a sentence: the task of the player to move
	Words   *Sentence `json:"words,omitempty"` // Text, for the page
	Choices []Choice  `json:"choices"`         // possible choices instead of a point
	Offered []int     `json:"offered"`         // offered points, of which one becomes the next stone
	Stones  bool      `json:"stones"`          // whether a stone may be placed; otherwise only a choice is possible
	Only    []int     `json:"only"`            // the legal points, if they are the smaller part of the empty ones; else empty
}

// Choice is a move that places no stone, such as to swap colours.
type Choice struct {
	Move  string    `json:"move"`
	Title string    `json:"title"`           // for a button
	Words *Sentence `json:"words,omitempty"` // Title, for the page
}

// Rows is the running score of a game about rows of stones: the winning length, and the longest counting row of each
// side.
type Rows struct {
	Need  int `json:"need"`
	Black int `json:"black"`
	White int `json:"white"`
}

// Captures has the number of stones that each side has captured.
type Captures struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Forbidden is an illegal empty point with the reason: "suicide", "ko", "taking", "forbidden" (for example by Renju's
// rules) or "opening" (by the phase of the opening). Points without support in games with falling stones are not
// included.
type Forbidden struct {
	Point  int    `json:"point"`
	Reason string `json:"reason" ts:"ReasonCode"`
}

// Score is the count of a position without its dead stones.
type Score struct {
	Method         string  `json:"method"` // "area" or "territory"
	Komi           float64 `json:"komi"`
	Owner          string  `json:"owner"` // one character a point: 'x', 'o', or '.' for no owner
	BlackStones    int     `json:"blackStones"`
	WhiteStones    int     `json:"whiteStones"`
	BlackTerritory int     `json:"blackTerritory"`
	WhiteTerritory int     `json:"whiteTerritory"`
	BlackPrisoners int     `json:"blackPrisoners"` // stones that Black has captured, with dead ones
	WhitePrisoners int     `json:"whitePrisoners"`
	Black          float64 `json:"black"` // totals
	White          float64 `json:"white"`
	Result         string  `json:"result"`
}
