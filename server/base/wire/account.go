package wire

// Accounts: making one, and the ways into it.

// PasskeyAnswer is what the browser said. It is the body of POST
// /api/account/sign-in/passkey, whose answer is a SignedIn, and of POST
// /api/account/passkeys, which adds one.
type PasskeyAnswer struct {
	ID         string `json:"id"`         // of the challenge
	Credential string `json:"credential"` // JSON, as its toJSON says it
	Title      string `json:"title"`      // what a new one is called, such as "Phone"
}

// SignUp is the body of POST /api/account: it makes an account of the guest who
// asks, who keeps all that they have. It has one of the ways in. The answer is a
// SignedIn.
type SignUp struct {
	Name      string         `json:"name"`
	Password  string         `json:"password"`          // "" for none
	Passkey   *PasskeyAnswer `json:"passkey,omitempty"` // for a challenge for "sign-up"
	Elsewhere string         `json:"elsewhere"`         // what the page was given when the other site sent the browser back, or ""
}
