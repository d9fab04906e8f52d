package wire

// Errors of the HTTP API.

// Problem is the body of every HTTP answer with an error (RFC 9457). Detail is a sentence for people.
type Problem struct {
	Title   string   `json:"title"`
	Status  int      `json:"status"`
	Detail  string   `json:"detail"`
	Code    string   `json:"code"`
	Refusal string   `json:"refusal,omitempty" ts:"RefusalID"` // id of the detail, if the page has its own text
	Places  []string `json:"places,omitempty"`                 // values of its places
}
