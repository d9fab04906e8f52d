package preview

import "moyo/server/base/wire"

// What other sites show of this one: pages in frames, and where to find them.

// Embed is what a page in a frame of another site shows; it stands in the page, and
// GET /embed/KIND/ID.json answers with it. Words are in English, as nobody says for whom.
type Embed struct {
	Kind    string      `json:"kind"`    // "game", "position", "problem" or "puzzle"; "none" where there is nothing to show
	Title   string      `json:"title"`   // who plays, or what it is
	Text    string      `json:"text"`    // what is played, what is to be done; of "none" why
	Link    string      `json:"link"`    // where on this site more of it is, a path
	Rules   string      `json:"rules"`   // id; "" of problems
	Board   *wire.Board `json:"board"`   // null of "none"
	Falls   bool        `json:"falls"`   // stones fall
	Letters string      `json:"letters"` // as in CatalogGame
	Stones  string      `json:"stones"`  // before the first step, one character a point
	ToPlay  string      `json:"toPlay"`  // after the last step, "" for nobody
	Steps   []EmbedStep `json:"steps"`
	Figure  []int       `json:"figure"` // after the last step: the row that has won
	Live    bool        `json:"live"`   // more steps may follow
	Try     string      `json:"try"`    // the path that says what moves do, ?moves=A1.B2; "" where there is nothing to find
}

// EmbedStep is what a move does to the stones.
type EmbedStep struct {
	Move  string `json:"move"`
	Point int    `json:"point"` // of the stone that it places, -1 for none
	Color string `json:"color"` // whose move it is
	Stays bool   `json:"stays"` // the stone is on the board afterwards
	Taken []int  `json:"taken"` // points of the stones that leave the board
}

// OEmbed is the answer of GET /api/oembed, by the specification of oembed.com.
type OEmbed struct {
	Type            string `json:"type"`    // "rich" for a frame, "photo" for a picture
	Version         string `json:"version"` // "1.0"
	Title           string `json:"title"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"`      // seconds
	HTML            string `json:"html,omitempty"` // of type "rich"
	URL             string `json:"url,omitempty"`  // of type "photo": the picture's
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}
