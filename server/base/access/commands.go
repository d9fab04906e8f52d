package access

import (
	"maps"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Relation is what somebody is to a game.
type Relation int

// The relations to a game.
const (
	Watcher Relation = iota // has it open
	Player                  // has a seat
)

// Command says who may give a command to a game.
type Command struct {
	Least     Relation
	Suspended bool            // whether suspended people may, too
	Scope     identity.Scopes // that an access token needs for it
	Pupil     bool            // whether pupils of a class may, in games of their class
}

// commands holds the rule of each command of a game's WebSockets.
var commands = map[string]Command{
	"hello":   {Watcher, true, identity.Read, true},
	"ping":    {Watcher, true, identity.Read, true},
	"join":    {Watcher, false, identity.Play, false}, // whether a seat is free is the match's to say
	"leave":   {Player, false, identity.Play, false},
	"play":    {Player, false, identity.Play, true},
	"resign":  {Player, false, identity.Play, true},
	"undo":    {Player, false, identity.Play, true},
	"toggle":  {Player, false, identity.Play, true},
	"accept":  {Player, false, identity.Play, true},
	"resume":  {Player, false, identity.Play, true},
	"draw":    {Player, false, identity.Play, true},
	"decline": {Player, false, identity.Play, true}, // or whom a seat is kept for
	"rematch": {Player, false, identity.Play, false},
	"grant":   {Player, false, identity.Play, true},
	"deny":    {Player, false, identity.Play, true},
	"abort":   {Player, false, identity.Play, true},
	"claim":   {Player, false, identity.Play, true},
	"time":    {Player, false, identity.Play, true},
	"pause":   {Player, false, identity.Play, true},
	"unpause": {Player, false, identity.Play, true},
	"plan":    {Player, false, identity.Play, false},
	"stop":    {Player, false, identity.Play, true},
	"say":     {Watcher, false, identity.Chat, false}, // in the game's talk; in which room, package chat says
}

// Commands returns the rule of each command.
func Commands() map[string]Command { return maps.Clone(commands) }

// Sits says whether a player acts on a seat of their account. A person's program does so only where the seat is marked as a
// program's; elsewhere it watches.
func Sits(who identity.Who, marked bool) bool {
	return marked || who.Role == store.Bot || !who.IsProgram()
}

// CheckSeat says what stands against a command of somebody with a seat, if anything: the program of a
// person plays on seats that are marked as a program's, which those are that it takes and makes.
func CheckSeat(name string, who identity.Who, marked bool) error {
	if rule := commands[name]; rule.Least == Player && rule.Scope == identity.Play && !Sits(who, marked) {
		return apierror.Say(apierror.Forbidden, "access.seat",
			"A person has this seat. A program plays on seats that it has taken itself, which show that, or for a bot account.")
	}
	return nil
}

// CheckCommand says what stands against a command of somebody who is so related
// to the game, if anything.
func CheckCommand(name string, who identity.Who, relation Relation) error {
	rule, ok := commands[name]
	switch {
	case !ok:
		return apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", name)
	case who.Role == store.Pupil && !rule.Pupil:
		return errPupil
	case who.Suspended && !rule.Suspended:
		return Suspended(who)
	case relation < rule.Least:
		return apierror.Say(apierror.NotAPlayer, "access.watching", "You are watching this game; only its players can do that.")
	}
	return checkScope(who, rule.Scope)
}
