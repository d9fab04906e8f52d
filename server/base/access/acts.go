package access

import (
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Act defines the permissions for one action in a plan of games, such as a tournament or a team event. The plan
// itself checks whether the action is possible now.
type Act struct {
	Scope    identity.Scopes // that an access token needs for it
	Director bool            // whether only a director or captain may do it
	Plays    bool            // whether it assigns games to the caller; a person's program cannot do it
	Judges   bool            // whether moderators may do it too, without an access token
}

// Acts maps the names of actions in one kind of plan to their permissions.
type Acts struct {
	Rules      map[string]Act
	Undirected error // refuses a caller who is not a director
}

// Check returns an error if the caller may not do an action. directs reports whether the caller is a director.
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
			"Only people and bot accounts can play in these games. A program with a person's access token cannot take part.")
	}
	return checkScope(who, rule.Scope)
}
