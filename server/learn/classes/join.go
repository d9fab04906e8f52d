package classes

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"
	"time"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// The bounds of inputs.
const (
	maxTitle = 60 // characters
	maxName  = 20 // characters
	maxCode  = 64 // of a link, or to come back
)

// The forms of codes, with letters and digits that are hard to confuse. A link has 80 random bits. A code to come back has 40: it
// is typed, works once, and only with the link.
const (
	linkBytes = 10
	backBytes = 5
	backFor   = 7 * 24 * time.Hour
)

var letters = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

func newCode(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	return letters.EncodeToString(b)
}

// backHash returns the stored hash of a code to come back, in any spelling.
func backHash(code string) string {
	return identity.Hash("pupil's code " + identity.PlainCode(strings.ToLower(code)))
}

// The waits after wrong codes. An attacker with a link gets about 1,500 tries a day at 40 bits, and the class is not locked out.
var (
	classBackoff   = store.Backoff{Free: 20, First: time.Second, Most: time.Minute, Forget: time.Hour}
	addressBackoff = store.Backoff{Free: 20, First: 2 * time.Second, Most: 15 * time.Minute, Forget: 24 * time.Hour}
)

var (
	errLink = apierror.Say(apierror.NotFound, "class.link",
		"This link is wrong or no longer valid. Please ask your teacher for a new one.")
	errShut = apierror.Say(apierror.Forbidden, "class.shut", "This class is closed to new pupils at the moment. Please ask your teacher.")
	errFull = apierror.Say(apierror.TooMany, "class.full", "This class is full. Please ask your teacher.")
	errName = apierror.Say(apierror.BadRequest, "class.name", "Please type your first name.")
	errBack = apierror.Say(apierror.NotFound, "class.back",
		"This code is wrong or has expired. Please ask your teacher for a new one.")
	errAdult = apierror.Say(apierror.BadRequest, "class.account",
		"You are signed in. Pupils need no account: please sign out first, or use another browser.")
)

type linkInput struct {
	Code string `path:"code"`
}

// byLink returns the class of a link.
func (s *Service) byLink(ctx context.Context, code string) (c class, b body, err error) {
	if code == "" || len(code) > maxCode {
		return c, b, errLink
	}
	c, err = s.kept.byCode(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return c, b, errLink
	}
	if err != nil {
		return c, b, err
	}
	b, err = bodyOf(c)
	if err == nil && b.Ending {
		err = errLink
	}
	return c, b, err
}

// getLink describes the class of a link.
func (s *Service) getLink(ctx context.Context, in *linkInput) (*endpoint.Answer[ClassLink], error) {
	c, b, err := s.byLink(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	teacher, err := s.Store.Player(ctx, c.Owner)
	if err != nil {
		return nil, err
	}
	out := ClassLink{Title: b.Title, Teacher: teacher.Name, Open: b.Open && !s.isSuspended(teacher)}
	if who := identity.Of(ctx); who.Class == c.ID || isTeacher(who, c) {
		out.Class = c.ID
	}
	return endpoint.Reply(out), nil
}

type joinInput struct {
	Code string `path:"code"`
	Body JoinClass
}

// entrance is the answer to a pupil who has joined.
type entrance struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      JoinedClass
}

// join admits a new pupil by a first name, or a returning one by a code.
func (s *Service) join(ctx context.Context, in *joinInput) (*entrance, error) {
	c, b, err := s.byLink(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	if identity.Of(ctx).Role != store.Guest {
		return nil, errAdult
	}
	var player string
	if in.Body.Back != "" {
		player, err = s.comeBack(ctx, c.ID, in.Body.Back)
	} else {
		player, err = s.newPupil(ctx, c, b, in.Body.Name)
	}
	if err != nil {
		return nil, err
	}
	token, err := s.Sessions.Start(ctx, player, "")
	if err != nil {
		return nil, err
	}
	if err := s.Sessions.Leave(ctx); err != nil {
		return nil, err
	}
	s.changed(change{Class: c.ID})
	return &entrance{identity.Enter(ctx, player, token), JoinedClass{Class: c.ID}}, nil
}

// pupilSize is the approximate stored size of a new pupil.
const pupilSize = 2 << 10

// newPupil creates a pupil of a class.
func (s *Service) newPupil(ctx context.Context, c class, b body, given string) (player string, err error) {
	class := c.ID
	teacher, err := s.Store.Player(ctx, c.Owner)
	if err != nil {
		return "", err
	}
	if !b.Open || s.isSuspended(teacher) {
		return "", errShut
	}
	name := identity.CleanText(given, maxName)
	if name == "" {
		return "", errName
	}
	if err := s.unlikeOthers(ctx, class, "", name); err != nil {
		return "", err
	}
	if err := s.Rates.Spend(ctx, "class joins", s.Limits.Joins); err != nil {
		return "", err
	}
	if err := s.Budget.Spend(ctx, pupilSize); err != nil {
		return "", err
	}
	player = identity.GuestID(identity.Hash(identity.NewToken())) // of a token that no browser has
	p := schoolchild{Player: player, Class: class, Version: 1, Name: name, Created: s.Now(), Body: []byte("{}")}
	switch err := s.kept.addPupil(ctx, p, s.Limits.Pupils); {
	case errors.Is(err, store.ErrFull):
		return "", errFull
	case errors.Is(err, store.ErrNotFound):
		return "", errLink
	case err != nil:
		return "", err
	}
	return player, nil
}

// isSuspended reports whether a player may only watch now. The classes of a suspended teacher take no new pupils.
func (s *Service) isSuspended(p store.Player) bool { return s.Now().Before(p.Suspended) }

// unlikeOthers refuses a name that another pupil of the class has; player is the id of the pupil to skip.
func (s *Service) unlikeOthers(ctx context.Context, class, player, name string) error {
	pupils, err := s.kept.pupils(ctx, class)
	for _, p := range pupils {
		if p.Player != player && strings.EqualFold(p.Name, name) {
			return apierror.Say(apierror.BadRequest, "class.sameName",
				"This class already has a %s. Please add something, such as the first letter of your family name.", p.Name)
		}
	}
	return err
}

// comeBack returns the pupil of a class with a code. A code works once.
func (s *Service) comeBack(ctx context.Context, class, code string) (player string, err error) {
	if len(code) > maxCode {
		return "", errBack
	}
	address := "pupil's code from " + identity.Hash(limit.Address(ctx)) // hashed, so that it does not reveal where pupils are
	of := "pupil's code of " + class
	wait, err := s.Store.Try(ctx, s.Now(), store.Try{Key: of, Backoff: classBackoff}, store.Try{Key: address, Backoff: addressBackoff})
	if err != nil {
		return "", err
	}
	if wait > 0 {
		return "", apierror.Say(apierror.TooOften, "account.lockout", "Too many attempts. "+
			"Please wait %s and try again.", sentence.Span(wait))
	}
	pupils, err := s.kept.pupils(ctx, class)
	if err != nil {
		return "", err
	}
	hash := backHash(code)
	for _, p := range pupils {
		b, err := pupilBodyOf(p)
		if err != nil {
			return "", err
		}
		if b.Code != hash || !s.Now().Before(b.Until) {
			continue
		}
		err = s.writePupil(ctx, p.Player, func(_ *schoolchild, b *pupilBody) error {
			if b.Code != hash {
				return errBack // another request was faster
			}
			b.Code, b.Until = "", time.Time{}
			return nil
		})
		if err != nil {
			return "", err
		}
		return p.Player, errors.Join(s.Store.Excuse(ctx, of), s.Store.Excuse(ctx, address))
	}
	return "", errBack
}

// giveCode creates a code with which a pupil comes back. It replaces an earlier code.
func (s *Service) giveCode(ctx context.Context, in *pupilInput) (*endpoint.Answer[PupilCode], error) {
	p, err := s.pupilOf(ctx, in)
	if err != nil {
		return nil, err
	}
	code, until := newCode(backBytes), s.Now().Add(backFor)
	err = s.writePupil(ctx, p.Player, func(_ *schoolchild, b *pupilBody) error {
		b.Code, b.Until = backHash(code), store.Milli(until)
		return nil
	})
	if err != nil {
		return nil, err
	}
	half := len(code) / 2
	return endpoint.Reply(PupilCode{Code: code[:half] + "-" + code[half:], Until: convert.Stamp(until)}), nil
}
