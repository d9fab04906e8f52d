package server

import (
	"encoding/json"
	"fmt"

	"moyo/game"
	"moyo/match"
	"moyo/server/wire"
)

// The bounds of a client's message.
const (
	maxMessage = 4096 // bytes
	maxCommand = 64   // characters of a command's id
	maxMove    = 100  // characters of a move
)

// decode reads a client's message.
func decode(data []byte) (msg wire.ClientMessage, err error) {
	if err := json.Unmarshal(data, &msg); err != nil {
		return msg, fmt.Errorf("that is no message: %w", err)
	}
	return msg, nil
}

// handle answers one message of a member.
func (r *room) handle(m *member, msg wire.ClientMessage) {
	_, inside := r.members[m]
	switch {
	case msg.Type == "hello" && inside:
	case msg.Type == "hello" && len(r.members) >= r.s.cfg.Limits.PerGame && r.sideOf(m) == game.Empty: // its players always find room
		m.send(encode(failure("", "too-many", "Too many people have this game open right now. Please try again in a minute.")))
	case msg.Type == "hello":
		r.enter(m, msg.Version)
	case !inside:
		m.send(encode(failure(msg.ID, "bad-request", `Say "hello" first.`)))
	case msg.ID == "" || len(msg.ID) > maxCommand:
		m.send(encode(failure("", "bad-request", fmt.Sprintf("A command needs an id of 1 to %d characters.", maxCommand))))
	case msg.Type == "stop":
		r.stopThinking(m, msg)
	default:
		r.command(m, msg)
	}
}

// command carries out a command that becomes an event.
func (r *room) command(m *member, msg wire.ClientMessage) {
	key := m.guest + "/" + msg.ID
	if version, done := r.commands[key]; done {
		r.acknowledge(m, msg.ID, version)
		return
	}
	e, problem := r.eventFor(m, msg)
	if problem != nil {
		problem.ID = msg.ID
		m.send(encode(wire.ServerMessage{Type: "error", Error: problem}))
		return
	}
	if err := r.record(key, e); err != nil {
		m.send(encode(wire.ServerMessage{Type: "error", Error: errorOf(msg.ID, err)}))
		return
	}
	r.acknowledge(m, msg.ID, r.m.Version())
}

func (r *room) acknowledge(m *member, id string, version int) {
	m.send(encode(wire.ServerMessage{Type: "ack", Ack: &wire.Ack{ID: id, Version: version, You: sideName(r.sideOf(m))}}))
}

func failure(id, code, text string) wire.ServerMessage {
	return wire.ServerMessage{Type: "error", Error: &wire.Error{ID: id, Code: code, Text: text}}
}

// kinds says which event a command of a player becomes.
var kinds = map[string]match.Kind{
	"play": match.Moved, "resign": match.Resigned, "undo": match.Undone,
	"toggle": match.Toggled, "accept": match.Accepted, "resume": match.Resumed,
	"draw": match.Offered, "decline": match.Declined,
}

// eventFor returns the event that a command asks for. Whether the game allows
// it is the match's to say.
func (r *room) eventFor(m *member, msg wire.ClientMessage) (match.Event, *wire.Error) {
	if msg.Type == "join" {
		return r.joinEvent(m, msg)
	}
	kind, ok := kinds[msg.Type]
	if !ok {
		return match.Event{}, &wire.Error{Code: "bad-request", Text: fmt.Sprintf("There is no command %.20q.", msg.Type)}
	}
	e := match.Event{Kind: kind, By: r.sideOf(m)}
	if e.By == game.Empty {
		return e, &wire.Error{Code: "not-a-player", Text: "You are watching this game; only its players can do that."}
	}
	switch kind {
	case match.Offered:
		if r.m.DrawOffer() == e.By.Other() {
			e.Kind = match.Agreed
		}
	case match.Moved:
		return r.moveEvent(e, msg)
	case match.Toggled:
		e.Point = game.Point(min(max(msg.Point, -1), r.m.Position().Board().Len())) // out of range stays so
	case match.Accepted:
		if msg.Version > 0 && r.changedSince(msg.Version) {
			return e, &wire.Error{Code: "out-of-step", Text: "The marked stones have just changed. Look again before you agree."}
		}
	}
	return e, nil
}

// changedSince says whether something that a player agrees with may have
// changed after version: anything but the other's own agreement.
func (r *room) changedSince(version int) bool {
	behind := r.m.Version() - version
	other := r.m.HasAccepted(game.Black) || r.m.HasAccepted(game.White)
	return behind > 1 || behind == 1 && !other
}

func (r *room) joinEvent(m *member, msg wire.ClientMessage) (match.Event, *wire.Error) {
	side, ok := sideOf(msg.Color)
	switch {
	case !ok:
		return match.Event{}, &wire.Error{Code: "bad-request", Text: fmt.Sprintf(`A side is "black", "white" or "" for any, not %.20q.`, msg.Color)}
	case r.sideOf(m) != game.Empty:
		return match.Event{}, &wire.Error{Code: "seat-taken", Text: "You play the other side. Send the link to somebody else."}
	}
	if side == game.Empty {
		side = game.White
		if r.m.Seat(game.Black).Kind == match.Open {
			side = game.Black
		}
	}
	seat := match.Seat{Kind: match.Human, Name: cleanName(msg.Name), Token: m.guest}
	return match.Event{Kind: match.Joined, By: side, Seat: &seat}, nil
}

func (r *room) moveEvent(e match.Event, msg wire.ClientMessage) (match.Event, *wire.Error) {
	pos := r.m.Position()
	if r.m.Phase() == match.Playing && msg.Ply != r.m.Ply() {
		return e, &wire.Error{Code: "out-of-step", Text: fmt.Sprintf("The game is at move %d already; your move was made for move %d.", r.m.Ply()+1, msg.Ply+1)}
	}
	if len(msg.Move) > maxMove {
		return e, &wire.Error{Code: "bad-request", Text: "That is no move."}
	}
	move, err := game.ParseMove(pos, msg.Move)
	if err != nil {
		return e, &wire.Error{Code: "off-board", Text: fmt.Sprintf("There is no point %q on this board.", msg.Move)}
	}
	e.Move = move
	return e, nil
}
