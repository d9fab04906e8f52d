package preview

import "moyo/server/base/wire"

// Data for other sites: pages in frames, and how to find them.

// Embed is the content of a page in a frame of another site. The page contains it, and GET /embed/KIND/ID.json returns it. The
// texts are in English, since the reader's language is unknown.
type Embed struct {
	Kind    string      `json:"kind"`    // "game", "position", "problem" or "puzzle"; "none" if there is nothing to show
	Title   string      `json:"title"`   // the players, or what it is
	Text    string      `json:"text"`    // the game or the task; for "none" the reason
	Link    string      `json:"link"`    // path of the page on this site
	Rules   string      `json:"rules"`   // id; "" for problems
	Board   *wire.Board `json:"board"`   // null for "none"
	Falls   bool        `json:"falls"`   // stones fall
	Letters string      `json:"letters"` // as in CatalogGame
	Stones  string      `json:"stones"`  // before the first step, one character per point
	ToPlay  string      `json:"toPlay"`  // after the last step; "" if neither side is to move
	Steps   []EmbedStep `json:"steps"`
	Figure  []int       `json:"figure"` // after the last step: the winning row
	Live    bool        `json:"live"`   // more steps may follow
	Try     string      `json:"try"`    // path of the answers to moves, ?moves=A1.B2; "" if there is no task
}

// EmbedStep is the effect of a move on the stones.
type EmbedStep struct {
	Move  string `json:"move"`
	Point int    `json:"point"` // of the stone placed; -1 for none
	Color string `json:"color"` // who moved
	Stays bool   `json:"stays"` // whether the stone stays on the board
	Taken []int  `json:"taken"` // points of removed stones
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
