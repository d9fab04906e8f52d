package access

import (
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Act says who may do something in a tournament, on a club ladder, in a team, in a match of teams or in an exhibition; whether
// it goes now is for that to say.
type Act struct {
	Scope    identity.Scopes // that an access token needs for it
	Director bool            // whether only who directs it, or is a captain, may do it
	Plays    bool            // whether it has somebody sit down at games, at which the program of a person plays nothing
	Judges   bool            // whether those may, too, who look after the others; no token is enough for that
}

// acts holds the rule of each act in a tournament.
var acts = map[string]Act{
	"join":     {Scope: identity.Play, Plays: true},
	"withdraw": {Scope: identity.Play},
	"pause":    {Scope: identity.Play},
	"resume":   {Scope: identity.Play, Plays: true},
	"start":    {Scope: identity.Challenge, Director: true},
	"halt":     {Scope: identity.Challenge, Director: true},
	"continue": {Scope: identity.Challenge, Director: true},
	"remove":   {Scope: identity.Challenge, Director: true},
	"result":   {Scope: identity.Challenge, Director: true},
	"cancel":   {Scope: identity.Challenge, Director: true, Judges: true},
}

// teamActs holds the rule of each act in a team.
var teamActs = map[string]Act{
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
}

// matchActs holds the rule of each act in a match of teams, of which the captains of one team may do
// some and those of the other some: which, package teams says.
var matchActs = map[string]Act{
	"challenge": {Scope: identity.Challenge, Director: true},
	"accept":    {Scope: identity.Challenge, Director: true},
	"decline":   {Scope: identity.Challenge, Director: true},
	"lineup":    {Scope: identity.Challenge, Director: true},
	"cancel":    {Scope: identity.Challenge, Director: true, Judges: true},
}

var errCaptain = apierror.Say(apierror.Forbidden, "team.captain", "Only a captain of the team may do that.")

// ladderActs holds the rule of each act on a club ladder; there the director is who made it.
var ladderActs = map[string]Act{
	"join":      {Scope: identity.Play, Plays: true},
	"leave":     {Scope: identity.Play},
	"challenge": {Scope: identity.Play, Plays: true},
	"ready":     {Scope: identity.Play, Plays: true},
	"yield":     {Scope: identity.Play},
	"remove":    {Scope: identity.Challenge, Director: true, Judges: true},
	"close":     {Scope: identity.Challenge, Director: true, Judges: true},
}

// CheckAct says what stands against what somebody wants to do in a tournament, which they direct or
// not, if anything.
func CheckAct(name string, who identity.Who, directs bool) error {
	return checkAct(acts, name, who, directs, apierror.Say(apierror.Forbidden, "tournament.director", "Only who directs the tournament may do that."))
}

// CheckLadderAct says what stands against what somebody wants to do on a club ladder, which they have made or
// not, if anything.
func CheckLadderAct(name string, who identity.Who, made bool) error {
	return checkAct(ladderActs, name, who, made, apierror.Say(apierror.Forbidden, "ladder.maker", "Only who made the ladder may do that."))
}

// CheckTeamAct says what stands against what somebody wants to do in a team, of which they are a captain or not.
func CheckTeamAct(name string, who identity.Who, leads bool) error {
	return checkAct(teamActs, name, who, leads, errCaptain)
}

// CheckMatchAct says the same of a match of teams, in which they act for a team or not.
func CheckMatchAct(name string, who identity.Who, leads bool) error {
	return checkAct(matchActs, name, who, leads, errCaptain)
}

// checkAct goes by a table of acts. The error is for who does not direct.
func checkAct(table map[string]Act, name string, who identity.Who, directs bool, notDirector error) error {
	rule, ok := table[name]
	judges := rule.Judges && ranks[who.Role] >= ranks[store.Moderator] && who.Scopes == 0
	switch {
	case !ok:
		return apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", name)
	case rule.Director && !directs && !judges:
		return notDirector
	case rule.Plays && !Sits(who, false):
		return apierror.Say(apierror.Forbidden, "access.plays", "The seats of these games are those of persons and of bot accounts. The program of a person cannot take part.")
	}
	return checkScope(who, rule.Scope)
}
