package wire

// Sentences for which the page has its own text.

// Sentence accompanies an English text for other programs. It has the id of the page's text and the values of its
// places in order.
type Sentence struct {
	ID     string   `json:"id" ts:"SentenceID"`
	Places []string `json:"places,omitempty"`
}
