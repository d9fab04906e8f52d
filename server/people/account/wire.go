package account

// Accounts and the ways to sign in.

// Account is the answer of GET /api/account: the ways to sign in to the caller's account. For a guest it shows only what the server
// offers.
type Account struct {
	Name     string        `json:"name"`    // "" for a guest
	Bot      bool          `json:"bot"`     // a bot account
	Created  string        `json:"created"` // RFC 3339
	Fresh    bool          `json:"fresh"`   // whether they signed in recently enough to change how
	Password bool          `json:"password"`
	App      bool          `json:"app"`      // whether a password needs a code of an authenticator app
	Recovery int           `json:"recovery"` // unused recovery codes
	Email    string        `json:"email"`    // verified address, "" for none
	Passkeys []Passkey     `json:"passkeys"`
	Links    []AccountLink `json:"links"`
	Offers   AccountOffers `json:"offers"`
}

// AccountOffers are the ways to sign in that this server offers besides passwords.
type AccountOffers struct {
	Passkeys  bool   `json:"passkeys"`  // whether browsers create them for this address
	Elsewhere string `json:"elsewhere"` // title of the other site, "" for none
	Mail      bool   `json:"mail"`      // whether a forgotten password can be reset by e-mail
}

// Passkey is a passkey of the caller.
type Passkey struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Here    bool   `json:"here"` // whether it is valid for the address of the request
	Created string `json:"created"`
	Used    string `json:"used"`
}

// AccountLink is a linked account at the other site.
type AccountLink struct {
	ID      string `json:"id"`
	Name    string `json:"name"` // at the other site, "" if unknown
	Created string `json:"created"`
}

// NameCheck is the answer of GET /api/account/name: whether a name is available.
type NameCheck struct {
	Name    string   `json:"name"` // as it would be shown
	Free    bool     `json:"free"`
	Why     string   `json:"why"`                              // the reason why not, for users
	Refusal string   `json:"refusal,omitempty" ts:"RefusalID"` // its id, for the page
	Places  []string `json:"places,omitempty"`                 // the values in its text
}

// PasskeyQuestion is the body of POST /api/account/passkey-challenge. The answer is
// a PasskeyChallenge.
type PasskeyQuestion struct {
	For  string `json:"for"`  // "sign-up", "add" or "sign-in"
	Name string `json:"name"` // of the new account, for "sign-up"
}

// PasskeyChallenge is the challenge for the browser.
type PasskeyChallenge struct {
	ID      string `json:"id"`
	Options string `json:"options"` // JSON, for PublicKeyCredential.parseCreationOptionsFromJSON or, to sign in, parseRequestOptionsFromJSON
}

// Elsewhere is the body of POST /api/account/elsewhere, which starts a sign-in at the other site. The answer is an
// ElsewhereAddress. The other site sends the browser back to /account of the page: signed in; or with the query "elsewhere", for a
// SignUp, and "name", the name there; or with "linked"; or with "problem": "too-late", "refused", "unreachable" or "taken".
type Elsewhere struct {
	For string `json:"for"` // "sign-in", also without an account, or "link"
}

// ElsewhereAddress is the address to open.
type ElsewhereAddress struct {
	Address string `json:"address"`
}

// SignIn is the body of POST /api/account/sign-in. The answer is a SignedIn.
type SignIn struct {
	Name     string `json:"name"`
	Password string `json:"password"`
	Code     string `json:"code"` // of the authenticator app, or a recovery code
}

// SignedIn names the user who is signed in, or what is missing.
type SignedIn struct {
	Name string `json:"name"`
	Need string `json:"need"` // "code" if the password is right but a code is missing, else ""
}

// NewPassword is the body of PUT /api/account/password.
type NewPassword struct {
	Old string `json:"old"` // may be "" after a recent sign-in
	New string `json:"new"` // "" removes the password
}

// PasskeyTitle is the body of PUT /api/account/passkeys/{id}.
type PasskeyTitle struct {
	Title string `json:"title"`
}

// App is the answer of POST /api/account/app: a new secret for an authenticator app. It takes effect when a code of the app has
// come back.
type App struct {
	ID      string `json:"id"`
	Secret  string `json:"secret"`  // for typing
	Link    string `json:"link"`    // for opening on a phone
	Picture string `json:"picture"` // QR code of the link: a data URL
}

// AppCode is the body of PUT /api/account/app, which switches app codes on. The answer is RecoveryCodes.
type AppCode struct {
	ID   string `json:"id"` // of the App
	Code string `json:"code"`
}

// RecoveryCodes are shown only once. They are the answer of POST /api/account/recovery too.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// Email is the body of PUT /api/account/email. The server sends an e-mail there; the address is verified when its secret has come
// back.
type Email struct {
	Address string `json:"address"`
}

// LetterAnswer is the body of POST /api/account/email: the values in the link of an e-mail.
type LetterAnswer struct {
	Name   string `json:"name"`
	Secret string `json:"secret"`
}

// Forgotten is the body of POST /api/account/reset: the server sends an e-mail to the address of that account, if it has one. The
// answer does not reveal that.
type Forgotten struct {
	Name string `json:"name"`
}

// Reset is the body of PUT /api/account/reset: the values in the link of an e-mail, and a new password.
type Reset struct {
	Name     string `json:"name"`
	Secret   string `json:"secret"`
	Password string `json:"password"`
}

// Devices is the answer of GET /api/account/sessions: the browsers in which the caller is signed in.
type Devices struct {
	Devices []SignedInDevice `json:"devices"`
}

// SignedInDevice is one browser.
type SignedInDevice struct {
	ID      string `json:"id"`
	Title   string `json:"title"`   // such as "Firefox on Linux"
	Address string `json:"address"` // network address of its last visit
	Created string `json:"created"`
	Seen    string `json:"seen"`
	Here    bool   `json:"here"` // whether it sent the request
}

// BecomeBot is the body of POST /api/account/bot, which turns an account without games into a bot account.
type BecomeBot struct {
	Name string `json:"name"` // of the account, typed to confirm
}

// DeleteAccount is the body of DELETE /api/account.
type DeleteAccount struct {
	Name string `json:"name"` // of the account, typed to confirm
}

// Access tokens, for programs.

// AccessTokens is the answer of GET /api/account/tokens: the caller's access tokens, newest first.
type AccessTokens struct {
	Tokens []AccessToken `json:"tokens"`
	Scopes []string      `json:"scopes"` // all that a token may have, in their order
	Most   int           `json:"most"`   // maximum number of tokens of one player
}

// AccessToken is one access token, without its secret.
type AccessToken struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`  // chosen by its owner
	Scopes  []string `json:"scopes"` // permissions
	Created string   `json:"created"`
	Used    string   `json:"used"` // last use, "" for never
}

// NewAccessToken is the body of POST /api/account/tokens. The answer is a
// MadeAccessToken.
type NewAccessToken struct {
	Title  string   `json:"title"`
	Scopes []string `json:"scopes"` // "read" is always included
}

// MadeAccessToken is a new token. Its secret is shown only once. A program sends it with each request, in the header
// "Authorization: Bearer SECRET".
type MadeAccessToken struct {
	Token  AccessToken `json:"token"`
	Secret string      `json:"secret"`
}
