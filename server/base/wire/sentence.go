package wire

// Sentences that the page says in words of its own.

// Sentence stands beside a text in English that is for other programs: the id of the
// page's words, and what fills their places in order.
type Sentence struct {
	ID     string   `json:"id" ts:"SentenceID"`
	Places []string `json:"places,omitempty"`
}
