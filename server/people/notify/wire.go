package notify

import "moyo/server/base/wire"

// Notifications and the inbox.

// Inbox is the answer of GET /api/me/inbox, and of every message of the event stream GET /api/me/events: server-sent events, one
// immediately and one after every change.
type Inbox struct {
	Waiting       []wire.GameInfo `json:"waiting"`       // games with other people in which it is your turn, latest change first
	Notifications []Notification  `json:"notifications"` // newest first
}

// Notification tells a player about something.
type Notification struct {
	ID int `json:"id"` // ascending
	// "game-started", "game-over", "challenge", "challenge-answered", "ladder", "low-time", "team" or "moderation"
	Kind    string            `json:"kind"`
	Text    string            `json:"text"`
	Game    *NotificationGame `json:"game,omitempty"` // that it is about, from which the page makes the words of its kind
	Path    string            `json:"path"`           // of the page that it links to, "" for none
	Created string            `json:"created"`        // RFC 3339
	Read    bool              `json:"read"`
}

// NotificationGame is the part of a game that a notification shows.
type NotificationGame struct {
	Name       string      `json:"name" ts:"GameName | \"\""` // as in Rules
	GameTitle  string      `json:"gameTitle"`
	Board      string      `json:"board"` // spec
	BoardTitle string      `json:"boardTitle"`
	Opponent   wire.Player `json:"opponent"`
	Result     string      `json:"result"` // "" until it ends
}

// NotificationsRead is the body of POST /api/me/notifications/read. The answer is an Inbox.
type NotificationsRead struct {
	UpTo int `json:"upTo"` // id of the newest one that was read
}

// NotificationSettings is the answer of GET and PUT /api/me/notifications/settings. It is the body of PUT too, which reads only
// Off.
type NotificationSettings struct {
	// ways ("push", "mail") and kinds ("your-turn" and those of Notification but "moderation") that are switched off
	Off     []string `json:"off"`
	PushKey string   `json:"pushKey"` // the server's public key for push subscriptions
	Mail    bool     `json:"mail"`    // whether the server sends e-mails and has a verified address of the player
}

// PushSubscription is the body of POST and DELETE /api/me/push, in the form of browsers. DELETE needs no keys.
type PushSubscription struct {
	Endpoint string   `json:"endpoint"`
	Keys     PushKeys `json:"keys"`
}

// PushKeys are the keys of a PushSubscription.
type PushKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}
