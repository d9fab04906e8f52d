package gtp

import (
	"context"
	"errors"

	"moyo/game"
)

// failure is an error in GTP's own words; the text of other errors is used as
// it is.
type failure string

func (f failure) Error() string { return string(f) }

// Errors of commands. The first have texts from the protocol's specification,
// which clients look for; the specification has no texts for the others.
const (
	errUnknown  = failure("unknown command")
	errSyntax   = failure("syntax error")
	errSize     = failure("unacceptable size")
	errIllegal  = failure("illegal move")
	errUndo     = failure("cannot undo")
	errHandicap = failure("invalid number of stones")
	errNotEmpty = failure("board not empty")
	errList     = failure("bad vertex list")
	errVertex   = failure("invalid vertex")
	errLoad     = failure("cannot load file")
	errScore    = failure("cannot score")

	errOption      = failure("these rules have no such option")
	errOver        = failure("the game is over")
	errTooLong     = failure("too many moves")
	errNoSetup     = failure("stones cannot be set up in this game")
	errNoCaptures  = failure("no stones are taken in this game")
	errNoClock     = failure("the processor time is not known")
	errNoFiles     = failure("writing files is not supported; the record is the reply")
	errLineTooLong = failure("line too long")
	errInterrupted = failure("interrupted")
)

// errorText is the text of err in a reply: for an illegal move the protocol's
// text, whatever the reason.
func errorText(err error) string {
	if _, illegal := err.(*game.IllegalMove); illegal {
		err = errIllegal
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return cleanText(err.Error())
}
