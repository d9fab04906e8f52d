package wire

// Access tokens: how programs come in.

// AccessTokens is the answer of GET /api/account/tokens: the tokens of the programs of
// the one who asks, newest first.
type AccessTokens struct {
	Tokens []AccessToken `json:"tokens"`
	Scopes []string      `json:"scopes"` // all that a token may have, in their order
	Most   int           `json:"most"`   // tokens that one person may have
}

// AccessToken is one of somebody's tokens, without what a program has to say.
type AccessToken struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`  // what its owner calls it
	Scopes  []string `json:"scopes"` // what it allows
	Created string   `json:"created"`
	Used    string   `json:"used"` // when last, "" for never
}

// NewAccessToken is the body of POST /api/account/tokens. The answer is a
// MadeAccessToken.
type NewAccessToken struct {
	Title  string   `json:"title"`
	Scopes []string `json:"scopes"` // "read" is always among them
}

// MadeAccessToken is a new token. What the program has to say is shown this once: the
// header "Authorization: Bearer" and Secret with each request.
type MadeAccessToken struct {
	Token  AccessToken `json:"token"`
	Secret string      `json:"secret"`
}
