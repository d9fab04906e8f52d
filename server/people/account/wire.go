package account

// Accounts: making one, and the ways into it.

// Account is the answer of GET /api/account: the ways into the account of the one
// who asks. A guest has none, but sees what this server offers.
type Account struct {
	Name     string        `json:"name"`    // "" for a guest
	Bot      bool          `json:"bot"`     // a program plays for it
	Created  string        `json:"created"` // RFC 3339
	Fresh    bool          `json:"fresh"`   // whether they signed in so lately that they may change how
	Password bool          `json:"password"`
	App      bool          `json:"app"`      // whether a password needs a code of an authenticator app beside it
	Recovery int           `json:"recovery"` // recovery codes that are left
	Email    string        `json:"email"`    // where mail is known to reach them, "" for nowhere
	Passkeys []Passkey     `json:"passkeys"`
	Links    []AccountLink `json:"links"`
	Offers   AccountOffers `json:"offers"`
}

// AccountOffers is which ways in this server has beside passwords.
type AccountOffers struct {
	Passkeys  bool   `json:"passkeys"`  // whether browsers make them for this address
	Elsewhere string `json:"elsewhere"` // what the other site is called, "" where there is none
	Mail      bool   `json:"mail"`      // whether a forgotten password can be reset by mail
}

// Passkey is a key in one of somebody's devices.
type Passkey struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Here    bool   `json:"here"` // whether it is good for the address by which this server was asked
	Created string `json:"created"`
	Used    string `json:"used"`
}

// AccountLink is an account at the other site with which somebody may sign in.
type AccountLink struct {
	ID      string `json:"id"`
	Name    string `json:"name"` // there, "" where it does not say
	Created string `json:"created"`
}

// NameCheck is the answer of GET /api/account/name: whether a name can be had.
type NameCheck struct {
	Name    string   `json:"name"` // as it would be shown
	Free    bool     `json:"free"`
	Why     string   `json:"why"`                              // not, for people
	Refusal string   `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places  []string `json:"places,omitempty"`                 // what fills the places of its words
}

// PasskeyQuestion is the body of POST /api/account/passkey-challenge. The answer is
// a PasskeyChallenge.
type PasskeyQuestion struct {
	For  string `json:"for"`  // "sign-up", "add" or "sign-in"
	Name string `json:"name"` // that the account will have, for "sign-up"
}

// PasskeyChallenge is what the browser is to be asked.
type PasskeyChallenge struct {
	ID      string `json:"id"`
	Options string `json:"options"` // JSON, for PublicKeyCredential.parseCreationOptionsFromJSON or, to sign in, parseRequestOptionsFromJSON
}

// Elsewhere is the body of POST /api/account/elsewhere: where to send the browser to
// sign in at the other site. The answer is an ElsewhereAddress. The other site sends
// the browser back to /account of the page, signed in; or with the query "elsewhere",
// to be sent with a SignUp, and "name", as which they are known there; or with
// "linked", or with "problem": "too-late", "refused", "unreachable" or "taken".
type Elsewhere struct {
	For string `json:"for"` // "sign-in", also for those who have no account yet, or "link"
}

// ElsewhereAddress is where to send the browser.
type ElsewhereAddress struct {
	Address string `json:"address"`
}

// SignIn is the body of POST /api/account/sign-in. The answer is a SignedIn.
type SignIn struct {
	Name     string `json:"name"`
	Password string `json:"password"`
	Code     string `json:"code"` // of the authenticator app, or a recovery code
}

// SignedIn says who is signed in by now, or what is missing for that.
type SignedIn struct {
	Name string `json:"name"`
	Need string `json:"need"` // "code" where the password is right and a code has to come with it, else ""
}

// NewPassword is the body of PUT /api/account/password.
type NewPassword struct {
	Old string `json:"old"` // may be "" for those who have just signed in
	New string `json:"new"` // "" to have none
}

// PasskeyTitle is the body of PUT /api/account/passkeys/{id}.
type PasskeyTitle struct {
	Title string `json:"title"`
}

// App is the answer of POST /api/account/app: what an authenticator app is given.
// It counts once a code of the app has come back.
type App struct {
	ID      string `json:"id"`
	Secret  string `json:"secret"`  // to be typed
	Link    string `json:"link"`    // to be opened on a phone
	Picture string `json:"picture"` // of the link, to be photographed: a data URL
}

// AppCode is the body of PUT /api/account/app, which asks for a code from then on.
// The answer are RecoveryCodes.
type AppCode struct {
	ID   string `json:"id"` // of the App
	Code string `json:"code"`
}

// RecoveryCodes are shown once. It is also the answer of POST /api/account/recovery.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// Email is the body of PUT /api/account/email: a letter goes there, and the address
// counts once its secret has come back.
type Email struct {
	Address string `json:"address"`
}

// LetterAnswer is the body of POST /api/account/email: what a letter's link has.
type LetterAnswer struct {
	Name   string `json:"name"`
	Secret string `json:"secret"`
}

// Forgotten is the body of POST /api/account/reset: a letter goes to the address of
// the account of that name, if it has one. The answer does not tell.
type Forgotten struct {
	Name string `json:"name"`
}

// Reset is the body of PUT /api/account/reset: what a letter's link has, and a new
// password.
type Reset struct {
	Name     string `json:"name"`
	Secret   string `json:"secret"`
	Password string `json:"password"`
}

// Devices is the answer of GET /api/account/sessions: where somebody is signed in.
type Devices struct {
	Devices []SignedInDevice `json:"devices"`
}

// SignedInDevice is one browser.
type SignedInDevice struct {
	ID      string `json:"id"`
	Title   string `json:"title"`   // such as "Firefox on Linux"
	Address string `json:"address"` // where it was last seen
	Created string `json:"created"`
	Seen    string `json:"seen"`
	Here    bool   `json:"here"` // whether it is the one that asks
}

// BecomeBot is the body of POST /api/account/bot: from then on a program plays for the
// account, which has not played before.
type BecomeBot struct {
	Name string `json:"name"` // of the account, typed once more
}

// DeleteAccount is the body of DELETE /api/account.
type DeleteAccount struct {
	Name string `json:"name"` // of the account, typed once more
}

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
