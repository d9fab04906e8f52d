// Package apierror is the single table from errors to answers: the status of an HTTP answer, the code of an error on
// a WebSocket, and how a WebSocket is closed.
//
// A package reports an error with [New] or [Wrap], or returns the error of a lower package. [Of] finds the code of
// either. An unknown error is [Internal]; only the log shows its text.
package apierror

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/coder/websocket"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
)

// Code names a kind of error for programs. The reasons of illegal moves (game.Reason) and the refusals of a match are
// codes too.
type Code string

// The codes of the server itself.
const (
	BadRequest  Code = "bad-request"  // a malformed request
	OtherSite   Code = "other-site"   // another site made the browser send the request
	NotAPlayer  Code = "not-a-player" // only players of the game may do that
	SignedOut   Code = "signed-out"   // this needs an account
	WrongProof  Code = "wrong-proof"  // the password, code or passkey is wrong
	Forbidden   Code = "not-for-you"  // the caller has no permission
	Silenced    Code = "silenced"     // the caller may not chat
	NotFound    Code = "not-found"
	OutOfStep   Code = "out-of-step" // meant for an earlier state of the game
	SeatTaken   Code = "seat-taken"
	TooOften    Code = "too-often"    // over the rate limit
	TooMany     Code = "too-many"     // the server or the game is full
	TooLarge    Code = "too-large"    // a file, whatever it contains
	StorageFull Code = "storage-full" // the storage quota is used up
	GivenUp     Code = "given-up"     // the client has left
	Engine      Code = "engine"       // an engine failed
	ReadOnly    Code = "read-only"    // the database is damaged
	Internal    Code = "internal"     // details are only in the log
	Reconnect   Code = "reconnect"    // the client must connect again
	Fragmented  Code = "fragmented"   // a message in too many frames
	NotText     Code = "not-text"     // a binary message
	BadText     Code = "bad-text"     // text that is not UTF-8
)

// row holds what a code means in each protocol.
type row struct {
	status int                  // of the HTTP answer
	close  websocket.StatusCode // if the error ends a connection
}

// statusGivenUp is the status of a request whose client has left. It appears only in logs.
const statusGivenUp = 499

const goodbye = websocket.StatusNormalClosure

// table has an entry for every code; a test checks that.
var table = map[Code]row{
	BadRequest:  {http.StatusBadRequest, goodbye},
	OtherSite:   {http.StatusForbidden, goodbye},
	NotAPlayer:  {http.StatusForbidden, goodbye},
	SignedOut:   {http.StatusUnauthorized, goodbye},
	WrongProof:  {http.StatusUnprocessableEntity, goodbye},
	Forbidden:   {http.StatusForbidden, goodbye},
	Silenced:    {http.StatusForbidden, goodbye},
	NotFound:    {http.StatusNotFound, goodbye},
	OutOfStep:   {http.StatusConflict, goodbye},
	SeatTaken:   {http.StatusConflict, goodbye},
	TooOften:    {http.StatusTooManyRequests, goodbye},
	TooMany:     {http.StatusServiceUnavailable, goodbye},
	TooLarge:    {http.StatusRequestEntityTooLarge, goodbye},
	StorageFull: {http.StatusInsufficientStorage, goodbye},
	GivenUp:     {statusGivenUp, goodbye},
	Engine:      {http.StatusInternalServerError, goodbye},
	ReadOnly:    {http.StatusServiceUnavailable, goodbye},
	Internal:    {http.StatusInternalServerError, goodbye},
	Reconnect:   {http.StatusServiceUnavailable, websocket.StatusTryAgainLater},
	Fragmented:  {http.StatusBadRequest, websocket.StatusPolicyViolation},
	NotText:     {http.StatusBadRequest, websocket.StatusUnsupportedData},
	BadText:     {http.StatusBadRequest, websocket.StatusInvalidFramePayloadData},

	// Illegal moves.
	"off-board":     {http.StatusBadRequest, goodbye},
	"occupied":      {http.StatusBadRequest, goodbye},
	"suicide":       {http.StatusBadRequest, goodbye},
	"ko":            {http.StatusBadRequest, goodbye},
	"forbidden":     {http.StatusBadRequest, goodbye},
	"no-such-move":  {http.StatusBadRequest, goodbye},
	"floating":      {http.StatusBadRequest, goodbye},
	"taking":        {http.StatusBadRequest, goodbye},
	"not-your-turn": {http.StatusConflict, goodbye},
	"game-over":     {http.StatusConflict, goodbye},
	"opening":       {http.StatusBadRequest, goodbye},

	// Refusals of a match that are not listed above.
	match.CodeWaiting:    {http.StatusConflict, goodbye},
	match.CodeNotNow:     {http.StatusConflict, goodbye},
	match.CodeNotAllowed: {http.StatusBadRequest, goodbye},
	match.CodeTooLong:    {http.StatusBadRequest, goodbye},
	match.CodeTimeUp:     {http.StatusConflict, goodbye},
}

// Error is an error with its answer to the client.
type Error struct {
	Code Code
	// Sentence is for people. HTTP problems contain its text. The page has its own text for sentences with an id.
	sentence.Sentence
	Err error // for the log, nil if the sentence is complete
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return e.Text
}

// Unwrap returns the error below, if any.
func (e *Error) Unwrap() error { return e.Err }

// Status returns the status of the HTTP answer.
func (e *Error) Status() int { return table[e.Code].status }

// Say returns an error with a sentence for people. The generator of the page's types parses these calls, so id and
// format must be literals.
func Say(code Code, id, format string, args ...any) error {
	return &Error{Code: code, Sentence: sentence.New(id, format, args...)}
}

// New returns an error with a text for programmers, which the page never shows.
func New(code Code, format string, args ...any) error {
	return &Error{Code: code, Sentence: sentence.New("", format, args...)}
}

// Wrap returns err with a sentence for people instead of its own text, as [Say] does.
func Wrap(code Code, err error, id, format string, args ...any) error {
	return &Error{code, sentence.New(id, format, args...), err}
}

// Invalid returns err as a fault of the request, with err's own text. The page has its own text for a
// [sentence.Error]. An error that already has a code keeps it.
func Invalid(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if e, ok := errors.AsType[*sentence.Error](err); ok {
		return &Error{BadRequest, e.Sentence, err}
	}
	if r, ok := errors.AsType[*match.Refusal](err); ok {
		return &Error{BadRequest, r.Sentence, err}
	}
	return plain(BadRequest, err.Error(), err)
}

// Refused is [Invalid] for a *sentence.Error, and returns any other error unchanged.
func Refused(err error) error {
	if _, ok := errors.AsType[*sentence.Error](err); ok {
		return Invalid(err)
	}
	return err
}

// Refuse returns an error with a code and a sentence for people.
func Refuse(code Code, why sentence.Sentence) error { return &Error{Code: code, Sentence: why} }

// plain returns an error with a text that has no id.
func plain(code Code, text string, err error) *Error {
	return &Error{code, sentence.Sentence{Text: text}, err}
}

// Of returns the answer to err, which must not be nil.
func Of(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok {
		return plain(Code(illegal.Reason.Code()), illegal.Reason.Sentence(), err)
	}
	if refusal, ok := errors.AsType[*match.Refusal](err); ok {
		return &Error{Code(refusal.Code), refusal.Sentence, err}
	}
	switch {
	case errors.Is(err, tsumego.ErrProblem):
		return &Error{BadRequest, Unaskable(err), err}
	case errors.Is(err, store.ErrNoSpace):
		err = Wrap(StorageFull, err, "server.disk",
			"The server's disk is full, so nothing new can be saved. What was saved before is safe; please try again later.")
	case errors.Is(err, store.ErrReadOnly):
		err = Wrap(ReadOnly, err, "server.readonly",
			"The server's database is damaged. You can still view what is intact, but nothing new can be saved until the operator has repaired it.")
	case errors.Is(err, context.Canceled):
		return plain(GivenUp, "The request was cancelled.", err)
	default:
		err = Broken(err)
	}
	e, _ := errors.AsType[*Error](err)
	return e
}

// Broken returns err as a failure of the server, for which the request is not to blame.
func Broken(err error) error {
	return Wrap(Internal, err, "server.internal", "Something went wrong on the server. What was saved before is safe; please try again.")
}

// Unaskable returns the reason why a problem of life and death is invalid.
func Unaskable(err error) sentence.Sentence {
	s := sentence.Sentence{Text: strings.TrimPrefix(err.Error(), tsumego.ErrProblem.Error()+": ")}
	if e, ok := errors.AsType[*sentence.Error](err); ok && e.Text == s.Text {
		return e.Sentence
	}
	return s
}

// Closing returns the status and the reason with which a WebSocket that fails with err is closed.
func Closing(err error) (websocket.StatusCode, string) {
	e, ok := errors.AsType[*Error](err)
	if !ok || table[e.Code].close == goodbye {
		return goodbye, ""
	}
	if e.Code == Reconnect {
		return table[e.Code].close, "please reconnect"
	}
	return table[e.Code].close, e.Text
}

// Message returns err as the answer to the command with an id, "" without a command.
func Message(id string, err error) wire.ServerMessage {
	e := Of(err)
	return wire.ServerMessage{Type: "error", Error: &wire.Error{ID: id, Code: string(e.Code), Text: e.Text, Refusal: e.ID, Places: e.Places}}
}

// Said returns the error in a message, the inverse of [Message].
func Said(e *wire.Error) error {
	return &Error{Code: Code(e.Code), Sentence: sentence.Sentence{Text: e.Text, ID: e.Refusal, Places: e.Places}}
}

// Write answers an HTTP request with err.
func Write(w http.ResponseWriter, err error) {
	e := Of(err)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(e.Status())
	_ = json.NewEncoder(w).Encode(e.Problem())
}

// Problem returns the body of the HTTP answer.
func (e *Error) Problem() wire.Problem {
	return wire.Problem{
		Title: http.StatusText(e.Status()), Status: e.Status(), Detail: e.Text, Code: string(e.Code), Refusal: e.ID, Places: e.Places,
	}
}
