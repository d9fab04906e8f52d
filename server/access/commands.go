package access

import (
	"maps"

	"moyo/server/apierror"
	"moyo/server/identity"
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
	Suspended bool            // whether those may too who may only watch
	Scope     identity.Scopes // that an access token needs for it
}

// commands holds the rule of each command of a game's WebSockets.
var commands = map[string]Command{
	"hello":   {Watcher, true, identity.Read},
	"ping":    {Watcher, true, identity.Read},
	"join":    {Watcher, false, identity.Play}, // whether a seat is free is the match's to say
	"play":    {Player, false, identity.Play},
	"resign":  {Player, false, identity.Play},
	"undo":    {Player, false, identity.Play},
	"toggle":  {Player, false, identity.Play},
	"accept":  {Player, false, identity.Play},
	"resume":  {Player, false, identity.Play},
	"draw":    {Player, false, identity.Play},
	"decline": {Player, false, identity.Play}, // or whom a seat is kept for
	"rematch": {Player, false, identity.Play},
	"grant":   {Player, false, identity.Play},
	"deny":    {Player, false, identity.Play},
	"abort":   {Player, false, identity.Play},
	"claim":   {Player, false, identity.Play},
	"time":    {Player, false, identity.Play},
	"pause":   {Player, false, identity.Play},
	"unpause": {Player, false, identity.Play},
	"plan":    {Player, false, identity.Play},
	"stop":    {Player, false, identity.Play},
	"say":     {Watcher, false, identity.Chat}, // in the game's talk; in which room, package chat says
}

// Commands returns the rule of each command.
func Commands() map[string]Command { return maps.Clone(commands) }

// CheckCommand says what stands against a command of somebody who is so related
// to the game, if anything.
func CheckCommand(name string, who identity.Who, relation Relation) error {
	rule, ok := commands[name]
	switch {
	case !ok:
		return apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", name)
	case who.Suspended && !rule.Suspended:
		return Suspended(who)
	case relation < rule.Least:
		return apierror.Say(apierror.NotAPlayer, "access.watching", "You are watching this game; only its players can do that.")
	}
	return checkScope(who, rule.Scope)
}
