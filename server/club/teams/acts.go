package teams

import (
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// teamActs are the acts on a team; its captains are the directors.
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
	Undirected: apierror.Say(apierror.Forbidden, "team.captain", "Only a captain of the team can do this."),
}

// matchActs are captains' acts on a team match: some for one team only, some for either.
var matchActs = access.Acts{
	Rules: map[string]access.Act{
		"challenge": {Scope: identity.Challenge, Director: true},
		"accept":    {Scope: identity.Challenge, Director: true},
		"decline":   {Scope: identity.Challenge, Director: true},
		"lineup":    {Scope: identity.Challenge, Director: true},
		"cancel":    {Scope: identity.Challenge, Director: true, Judges: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "team.captain", "Only a captain of the team can do this."),
}
