package invitation

// Redeem is the body of POST /api/account/redeem: a code from the operator.
type Redeem struct {
	Code string `json:"code"`
}

// Redeemed is the answer: the account that is signed in.
type Redeemed struct {
	Name string `json:"name"`
}
