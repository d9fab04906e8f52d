package gtp

import (
	"context"
	"errors"

	"moyo/game"
)

// failure is an error in GTP's own words; other errors of handlers are said as
// they are.
type failure string

func (f failure) Error() string { return string(f) }

// What commands fail with. The first are the words of the protocol's
// specification, which clients look for; the others have none there.
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

// errorText is what a reply says of err: of an illegal move the protocol's words,
// whatever the reason.
func errorText(err error) string {
	if _, illegal := err.(*game.IllegalMove); illegal {
		err = errIllegal
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return cleanText(err.Error())
}
