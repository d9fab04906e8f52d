package access

import (
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Act says who may do something in what people play by a plan, such as a tournament or a team; whether
// it can be done now is for that to say.
type Act struct {
	Scope    identity.Scopes // that an access token needs for it
	Director bool            // whether only who directs it, or is a captain, may do it
	Plays    bool            // whether it has somebody sit down at games, at which the program of a person plays nothing
	Judges   bool            // whether those may, too, who look after the others; no token is enough for that
}

// Acts are the rules of what people do in one kind of such a thing, by their names.
type Acts struct {
	Rules      map[string]Act
	Undirected error // refuses a person who does not direct it
}

// Check says what stands against an act of somebody who directs the thing or not, if anything.
func (a Acts) Check(name string, who identity.Who, directs bool) error {
	rule, ok := a.Rules[name]
	judges := rule.Judges && ranks[who.Role] >= ranks[store.Moderator] && who.Scopes == 0
	switch {
	case !ok:
		return apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", name)
	case rule.Director && !directs && !judges:
		return a.Undirected
	case rule.Plays && !Sits(who, false):
		return apierror.Say(apierror.Forbidden, "access.plays",
			"The seats of these games are those of persons and of bot accounts. The program of a person cannot take part.")
	}
	return checkScope(who, rule.Scope)
}
