package notify

import "moyo/server/base/wire"

// What people hear of while they look elsewhere.

// Inbox is the answer of GET /api/me/inbox, and of every message of the event
// stream GET /api/me/events (server-sent events; one at once, then one whenever
// something changed).
type Inbox struct {
	Waiting       []wire.GameInfo `json:"waiting"`       // games with other people in which it is your turn, latest change first
	Notifications []Notification  `json:"notifications"` // newest first
}

// Notification is something that somebody shall hear of.
type Notification struct {
	ID int `json:"id"` // ascending
	// "game-started", "game-over", "challenge", "challenge-answered", "ladder", "low-time", "team" or "moderation"
	Kind    string            `json:"kind"`
	Text    string            `json:"text"`
	Game    *NotificationGame `json:"game,omitempty"` // that it is about, from which the page makes the words of its kind
	Path    string            `json:"path"`           // of the page that it leads to, "" for none
	Created string            `json:"created"`        // RFC 3339
	Read    bool              `json:"read"`
}

// NotificationGame is a game that somebody hears of, as far as that takes it.
type NotificationGame struct {
	Name       string      `json:"name" ts:"GameName | \"\""` // as in Rules
	GameTitle  string      `json:"gameTitle"`
	Board      string      `json:"board"` // spec
	BoardTitle string      `json:"boardTitle"`
	Opponent   wire.Player `json:"opponent"`
	Result     string      `json:"result"` // "" while it goes on
}

// NotificationsRead is the body of POST /api/me/notifications/read. The answer is
// an Inbox.
type NotificationsRead struct {
	UpTo int `json:"upTo"` // id of the newest one that has been read
}

// NotificationSettings is the answer of GET and PUT /api/me/notifications/settings,
// and the body of the latter, in which Off alone counts.
type NotificationSettings struct {
	// ways ("push", "mail") and kinds ("your-turn" and those of Notification but "moderation") that are not wanted
	Off     []string `json:"off"`
	PushKey string   `json:"pushKey"` // by which a browser knows this server
	Mail    bool     `json:"mail"`    // whether e-mails can be had: the server sends them, and to an address that is known to be theirs
}

// PushSubscription is the body of POST and DELETE /api/me/push, as browsers have
// it. DELETE needs no keys.
type PushSubscription struct {
	Endpoint string   `json:"endpoint"`
	Keys     PushKeys `json:"keys"`
}

// PushKeys are those of a PushSubscription.
type PushKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}
