package teams

import (
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// teamActs are what people do in a team; its directors are the captains.
var teamActs = access.Acts{
	Rules: map[string]access.Act{
		"join":    {Scope: identity.Play},
		"leave":   {Scope: identity.Play},
		"admit":   {Scope: identity.Challenge, Director: true},
		"refuse":  {Scope: identity.Challenge, Director: true},
		"remove":  {Scope: identity.Challenge, Director: true},
		"promote": {Scope: identity.Challenge, Director: true},
		"demote":  {Scope: identity.Challenge, Director: true},
		"change":  {Scope: identity.Challenge, Director: true},
		"link":    {Scope: identity.Challenge, Director: true},
		"close":   {Scope: identity.Challenge, Director: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "team.captain", "Only a captain of the team may do that."),
}

// matchActs are what captains do in a match of teams: some of them those of one team, some those of the other.
var matchActs = access.Acts{
	Rules: map[string]access.Act{
		"challenge": {Scope: identity.Challenge, Director: true},
		"accept":    {Scope: identity.Challenge, Director: true},
		"decline":   {Scope: identity.Challenge, Director: true},
		"lineup":    {Scope: identity.Challenge, Director: true},
		"cancel":    {Scope: identity.Challenge, Director: true, Judges: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "team.captain", "Only a captain of the team may do that."),
}
