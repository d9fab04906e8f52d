package room

import (
	"slices"
	"strings"
	"unicode"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// maxCommand is how many characters a command's id has at most.
const maxCommand = 64

// handle answers one message of a member.
func (r *room) handle(m *socket.Conn, msg wire.ClientMessage) {
	if !r.journal.mine() { // what this node knows may be old; the member comes back to where the game is
		r.fail(errLapsed)
		return
	}
	_, inside := r.members[m]
	switch {
	case msg.Type == "hello" && inside:
	case msg.Type == "hello" && len(r.members) >= r.h.PerGame && r.sideOf(m) == game.Empty: // its players can always enter
		r.refuse(m, "",
			apierror.Say(apierror.TooMany, "game.crowd", "Too many people have this game open right now. Please try again in a minute."))
	case msg.Type == "hello":
		r.enter(m, msg.Version)
	case !inside:
		r.refuse(m, msg.ID, apierror.New(apierror.BadRequest, `Say "hello" first.`))
	case msg.ID == "" || len(msg.ID) > maxCommand || strings.ContainsFunc(msg.ID, unicode.IsControl): // no database keeps a NUL in a text
		r.refuse(m, "", apierror.New(apierror.BadRequest, "A command needs an id of 1 to %d characters.", maxCommand))
	default:
		r.permitted(m, msg)
	}
}

// permitted carries out a command if the member may give it.
func (r *room) permitted(m *socket.Conn, msg wire.ClientMessage) {
	relation := access.Watcher
	if r.sideOf(m) != game.Empty || r.keptFor(m) != game.Empty && msg.Type == "decline" {
		relation = access.Player
	}
	if _, done := r.journal.commands[m.Player+"/"+msg.ID]; done && msg.Type == "leave" {
		relation = access.Player // as they were then: a repeated command gets the same answer
	}
	err := access.CheckCommand(msg.Type, m.Who, relation)
	if at := r.chairOf(m); err == nil && at.side != game.Empty {
		err = access.CheckSeat(msg.Type, m.Who, r.isProgram(at))
	}
	switch {
	case err != nil:
		r.refuse(m, msg.ID, err)
	case msg.Type == "stop":
		r.reply(m, msg.ID, r.thinker.stop())
	case msg.Type == "plan":
		r.planAhead(m, msg)
	case msg.Type == "rematch":
		r.again(m, msg)
	case msg.Type == "decline" && r.m.Phase() == match.Finished:
		r.noRematch(m, msg)
	default:
		r.command(m, msg)
	}
}

// command carries out a command that becomes an event. If the room did not know the newest
// state of the game, it carries out the command once more on that.
func (r *room) command(m *socket.Conn, msg wire.ClientMessage) {
	key := m.Player + "/" + msg.ID
	r.asking = asking{m, func() {
		if version, done := r.journal.commands[key]; done {
			r.asking = asking{}
			r.acknowledge(m, msg.ID, version)
		}
	}}
	defer func() { r.asking = asking{} }()
	err := r.carryOut(key, m, msg)
	if err == errStale {
		err = r.carryOut(key, m, msg)
	}
	if err != nil {
		r.refuse(m, msg.ID, err)
		return
	}
	r.answered()
}

// asking is whose command is being carried out, and what acknowledges it once it is in the
// log. It is zero without a command, and after the acknowledgement.
type asking struct {
	member *socket.Conn
	answer func()
}

// answered acknowledges the command that is being carried out.
func (r *room) answered() {
	if r.asking.answer != nil {
		r.asking.answer()
	}
}

// carryOut puts the event that a command asks for into the log, unless it is there.
func (r *room) carryOut(key string, m *socket.Conn, msg wire.ClientMessage) error {
	if _, done := r.journal.commands[key]; done {
		return nil
	}
	e, err := r.eventFor(m, msg)
	if err != nil {
		return err
	}
	return r.record(key, e)
}

func (r *room) acknowledge(m *socket.Conn, id string, version int) {
	m.Send(encoded(wire.ServerMessage{
		Type: "ack", Ack: &wire.Ack{ID: id, Version: version, You: convert.Side(r.sideOf(m)), Place: r.placeOf(r.chairOf(m))},
	}))
}

// reply acknowledges a command of that id, or refuses it if there is an error. It says whether it was acknowledged.
func (r *room) reply(m *socket.Conn, id string, err error) bool {
	if err != nil {
		r.refuse(m, id, err)
		return false
	}
	r.acknowledge(m, id, r.m.Version())
	return true
}

// refuse answers the command of that id, "" for none, with an error.
func (r *room) refuse(m *socket.Conn, id string, err error) {
	e := apierror.Of(err)
	if e.Code == apierror.Internal {
		err = apierror.Wrap(apierror.Internal, err, "game.failed",
			"Something went wrong on the server. The game is kept; please reload the page.")
	}
	m.Send(encoded(apierror.Message(id, err)))
}

// kinds says which event a command of a player becomes.
var kinds = map[string]match.Kind{
	"leave": match.Freed, "play": match.Moved, "resign": match.Resigned, "undo": match.Undone,
	"toggle": match.Toggled, "accept": match.Accepted, "resume": match.Resumed,
	"draw": match.Offered, "decline": match.Declined,
	"grant": match.Granted, "deny": match.Denied, "abort": match.Cancelled, "claim": match.Claimed,
	"time": match.Gave, "pause": match.Paused, "unpause": match.Unpaused,
}

// free are the commands that store nothing, are limited in another way, or end the game.
var free = []string{"hello", "stop", "plan", "resign", "abort", "claim"}

// costs says whether repeating a command makes the game's log longer and longer.
func costs(command string) bool { return !slices.Contains(free, command) }

// eventFor returns the event that a command asks for. The match decides whether the game
// allows it.
func (r *room) eventFor(m *socket.Conn, msg wire.ClientMessage) (match.Event, error) {
	if msg.Type == "join" {
		return r.joinEvent(m, msg)
	}
	kind, ok := kinds[msg.Type]
	if !ok {
		return match.Event{}, apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", msg.Type)
	}
	sits := r.chairOf(m)
	e := match.Event{Kind: kind, By: sits.side, Place: sits.place}
	switch kind {
	case match.Declined:
		if kept := r.keptFor(m); kept != game.Empty {
			e.By = kept
		}
	case match.Offered:
		if r.m.DrawOffer() == e.By.Other() {
			e.Kind = match.Agreed
		}
	case match.Freed:
		return freedEvent(r.m, e, msg)
	case match.Moved:
		return moveEvent(r.m, e, msg)
	case match.Undone:
		if r.m.Seat(e.By.Other()).Kind == match.Human { // they have to be asked
			e.Kind = match.Asked
		}
	case match.Claimed:
		e.Draw = msg.Draw
		return e, r.away.claim(r.h.Now(), r.time.began).check(e.By)
	case match.Gave:
		e.Time = r.m.Clock().Gift().Milliseconds()
	case match.Toggled:
		e.Point = game.Point(min(max(msg.Point, -1), r.m.Position().Board().Len())) // what is out of range stays out of range
	case match.Accepted:
		if msg.Version > 0 && changedSince(r.m, msg.Version) {
			return e, apierror.Say(apierror.OutOfStep, "count.changed", "The marked stones have just changed. Look again before you agree.")
		}
	}
	return e, nil
}

// changedSince says whether something that a player agrees with may have
// changed after version. The other player's own agreement does not count.
func changedSince(m *match.Match, version int) bool {
	behind := m.Version() - version
	other := m.HasAccepted(game.Black) || m.HasAccepted(game.White)
	return behind > 1 || behind == 1 && !other
}

func moveEvent(m *match.Match, e match.Event, msg wire.ClientMessage) (match.Event, error) {
	pos := m.Position()
	if m.Phase() == match.Playing && msg.Ply != m.Ply() {
		return e, apierror.Say(apierror.OutOfStep, "game.moved", "The game is at move %d already; your move was made for move %d.",
			m.Ply()+1, msg.Ply+1)
	}
	if len(msg.Move) > convert.MaxMove {
		return e, apierror.Say(apierror.BadRequest, "game.noMove", "That is no move.")
	}
	move, err := game.ParseMove(pos, msg.Move)
	if err != nil {
		return e, apierror.Say(apierror.Code(game.OffBoard.Code()), "game.noPoint", "There is no point %q on this board.", msg.Move)
	}
	e.Move = move
	return e, nil
}
