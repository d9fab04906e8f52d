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
	Suspended bool // whether those may too who may only watch
}

// commands holds the rule of each command of a game's WebSockets.
var commands = map[string]Command{
	"hello":   {Watcher, true},
	"ping":    {Watcher, true},
	"join":    {Watcher, false}, // whether a seat is free is the match's to say
	"play":    {Player, false},
	"resign":  {Player, false},
	"undo":    {Player, false},
	"toggle":  {Player, false},
	"accept":  {Player, false},
	"resume":  {Player, false},
	"draw":    {Player, false},
	"decline": {Player, false}, // or whom a seat is kept for
	"rematch": {Player, false},
	"grant":   {Player, false},
	"deny":    {Player, false},
	"abort":   {Player, false},
	"claim":   {Player, false},
	"time":    {Player, false},
	"pause":   {Player, false},
	"unpause": {Player, false},
	"stop":    {Player, false},
	"say":     {Watcher, false}, // in the game's talk; in which room, package chat says
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
	return nil
}
