package wire

// Errors of the HTTP API.

// Problem is the body of every HTTP answer that is an error (RFC 9457). Detail
// is a sentence for people.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}
