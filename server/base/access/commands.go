package access

import (
	"maps"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Relation is the caller's relation to a game.
type Relation int

// Relations to a game.
const (
	Watcher Relation = iota // has the game open
	Player                  // has a seat
)

// Command defines the permissions for a command to a game.
type Command struct {
	Least     Relation
	Suspended bool            // whether suspended players may give it
	Scope     identity.Scopes // that an access token needs for it
	Pupil     bool            // whether pupils may give it, in games of their class
}

// commands maps the commands of a game's WebSocket to their permissions.
var commands = map[string]Command{
	"hello":   {Watcher, true, identity.Read, true},
	"ping":    {Watcher, true, identity.Read, true},
	"join":    {Watcher, false, identity.Play, false}, // the match checks whether a seat is free
	"leave":   {Player, false, identity.Play, false},
	"play":    {Player, false, identity.Play, true},
	"resign":  {Player, false, identity.Play, true},
	"undo":    {Player, false, identity.Play, true},
	"toggle":  {Player, false, identity.Play, true},
	"accept":  {Player, false, identity.Play, true},
	"resume":  {Player, false, identity.Play, true},
	"draw":    {Player, false, identity.Play, true},
	"decline": {Player, false, identity.Play, true}, // also for the player for whom a seat is reserved
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
	"say":     {Watcher, false, identity.Chat, false}, // in the game's chat; package chat checks the chat room
}

// Commands returns the permissions of all commands.
func Commands() map[string]Command { return maps.Clone(commands) }

// Sits reports whether the caller acts on a seat of their account. marked reports whether the seat is marked as a
// program's. On a person's other seats, their program is a spectator.
func Sits(who identity.Who, marked bool) bool {
	return marked || who.Role == store.Bot || !who.IsProgram()
}

// CheckSeat returns an error if the caller may not give a command from a seat. A person's program plays only on seats
// that it has taken itself, which are marked.
func CheckSeat(name string, who identity.Who, marked bool) error {
	if rule := commands[name]; rule.Least == Player && rule.Scope == identity.Play && !Sits(who, marked) {
		return apierror.Say(apierror.Forbidden, "access.seat",
			"This seat is a person's. A program can only play on seats that it has taken itself, or for a bot account.")
	}
	return nil
}

// CheckCommand returns an error if a caller with this relation to the game may not give a command.
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
