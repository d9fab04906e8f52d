package studies

import (
	"slices"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Roles in a study.
const (
	roleOwner   = "owner"
	roleEditor  = "editor"
	roleWatcher = "watcher"
)

// Values of who may edit a study.
const (
	editOwner    = "owner"
	editInvited  = "invited"
	editAccounts = "accounts"
	editEveryone = "everyone"
)

var edits = []string{editOwner, editInvited, editAccounts, editEveryone}

// Refusals by rights.
var (
	errUnknown  = apierror.Say(apierror.NotFound, "study.unknown", "There is no such study. Its link may be incomplete, or it was deleted.")
	errWatching = apierror.Say(apierror.Forbidden, "study.watching",
		"You can view this study but not change it. Ask its owner for permission.")
	errNotOwner    = apierror.Say(apierror.Forbidden, "study.notOwner", "Only the owner of a study can do that.")
	errLead        = apierror.Say(apierror.Forbidden, "study.lead", "Only the owner and the leader of a study can choose the next leader.")
	errVisitorGone = apierror.Say(apierror.NotFound, "study.nobody", "This person has left the study.")
	errCrowd       = apierror.Say(apierror.TooMany, "study.crowd", "This study is full right now.")
	errNoTitle     = apierror.Say(apierror.BadRequest, "study.title", "Please give the study a title.")
	errNoSource    = apierror.New(apierror.BadRequest, "A chapter needs a record, a game, or a board with rules.")
	errNoEdit      = apierror.New(apierror.BadRequest, "edit: want one of %v", edits)
	errSayHello    = apierror.New(apierror.BadRequest, `Say "hello" first.`)
	errHelloAgain  = apierror.New(apierror.BadRequest, `"hello" is said once.`) // its answer may be a megabyte
	errCommandID   = apierror.New(apierror.BadRequest, "A command needs an id of 1 to %d characters.", maxCommand)
)

// roleOf returns the role of a user in the study. Suspended users are watchers.
func (r *room) roleOf(who identity.Who) string {
	_, invited := r.editors[who.Player]
	return roleIn(r.study.head, invited, who)
}

func roleIn(head header, invited bool, who identity.Who) string {
	account := who.Role != store.Guest
	switch {
	case who.Suspended:
		return roleWatcher
	case who.Player == head.Owner:
		return roleOwner
	case head.Edit == editEveryone, head.Edit == editAccounts && account, head.Edit == editInvited && invited && account:
		return roleEditor
	}
	return roleWatcher
}

// mayGive returns an error if a user may not give a command of that kind.
func (r *room) mayGive(who identity.Who, kind string) error {
	role := r.roleOf(who)
	switch {
	case role == roleOwner:
		return nil
	case who.Suspended:
		return access.Suspended(who)
	case kind == opTitle || kind == opEdit:
		return errNotOwner
	case role == roleWatcher:
		return errWatching
	}
	return nil
}

// described returns the description of the study for a user.
func (r *room) described(who identity.Who) *Study {
	list := make([]StudyChapter, len(r.study.chapters))
	for i, c := range r.study.chapters {
		list[i] = c.listed()
	}
	role := r.roleOf(who)
	return describe(r.study.counted(), list, r.called, role, r.editors, who)
}

func describe(head header, list []StudyChapter, owner, role string, editors map[string]string, who identity.Who) *Study {
	out := &Study{Head: headOf(head, owner, who), Version: head.Version, You: role, Chapters: list, Editors: []string{}}
	_, invited := editors[who.Player]
	if who.Player == head.Owner || invited {
		for _, name := range editors {
			if name != "" {
				out.Editors = append(out.Editors, name)
			}
		}
		slices.Sort(out.Editors)
	}
	return out
}

// headOf returns a study for a list.
func headOf(s header, owner string, who identity.Who) StudyHead {
	return StudyHead{
		ID: s.ID, Title: s.Title, Owner: owner, Mine: s.Owner == who.Player, Edit: s.Edit, Count: s.Chapters, Bytes: int(s.Bytes),
		Created: s.Created.Format(timeFormat), Changed: s.Changed.Format(timeFormat),
	}
}
