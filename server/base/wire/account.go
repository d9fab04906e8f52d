package wire

// Accounts: sign-up and sign-in.

// PasskeyAnswer is the browser's answer to a passkey challenge. It is the body of POST /api/account/sign-in/passkey,
// whose answer is a SignedIn, and of POST /api/account/passkeys, which adds a passkey.
type PasskeyAnswer struct {
	ID         string `json:"id"`         // of the challenge
	Credential string `json:"credential"` // JSON, from its method toJSON
	Title      string `json:"title"`      // name of a new one, such as "Phone"
}

// SignUp is the body of POST /api/account, which creates an account for the calling guest, who keeps all their data.
// It has one of the sign-in methods. The answer is a SignedIn.
type SignUp struct {
	Name      string         `json:"name"`
	Password  string         `json:"password"`          // "" for none
	Passkey   *PasskeyAnswer `json:"passkey,omitempty"` // for a challenge for "sign-up"
	Elsewhere string         `json:"elsewhere"`         // the page's token from another site's sign-in, or ""
}
