package wire

// Saying is a comment of the coach: a code and its values. The code determines which fields count; package
// study/coach has the list. The texts are the page's.
type Saying struct {
	Code   string  `json:"code" ts:"CoachCode"`
	Color  string  `json:"color,omitempty"`  // "black" or "white": the side that acts, or the owner
	Stones []int   `json:"stones,omitempty"` // points with stones
	Points []int   `json:"points,omitempty"` // empty points
	At     *int    `json:"at,omitempty"`     // a point
	To     *int    `json:"to,omitempty"`     // another one
	Move   string  `json:"move,omitempty"`   // a point's name, "pass" or a choice of the opening
	Count  int     `json:"count,omitempty"`
	From   float64 `json:"from,omitempty"` // a win probability, 0 to 1
	Value  float64 `json:"value,omitempty"`
	Reason string  `json:"reason,omitempty" ts:"ReasonCode"` // of the rules
}
