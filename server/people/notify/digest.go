package notify

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/people/mail"
	"moyo/server/store"
)

// The timing of e-mails.
const (
	mailEvery   = time.Hour        // at most one to each player
	mailAfter   = 10 * time.Minute // how long a game waits for its player before the first
	digestEvery = time.Minute      // how often due e-mails are sent
)

// mailsAtOnce bounds the e-mails of one round.
const mailsAtOnce = 100

// mails reports whether e-mails can be sent.
func (s *Service) mails() bool { return s.Mail != nil && s.Address != nil && s.Site != "" }

// wantDigest schedules an e-mail for a player who has an address.
func (s *Service) wantDigest(ctx context.Context, player string) error {
	if !s.mails() {
		return nil
	}
	address, err := s.Address(ctx, player)
	if err != nil || address == "" {
		return err
	}
	return s.rows().wantDigest(ctx, player, s.Now())
}

func (s *Service) sendDigests(ctx context.Context) {
	tick := time.NewTicker(digestEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := s.digests(ctx); err != nil && ctx.Err() == nil {
				s.Log.Error("sending e-mails failed", "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// digests sends the e-mails that are due.
func (s *Service) digests(ctx context.Context) error {
	now := s.Now()
	players, err := s.rows().digests(ctx, now.Add(-mailAfter), now.Add(-mailEvery), mailsAtOnce)
	if err != nil {
		return err
	}
	var errs []error
	for _, player := range players {
		if err := s.digest(ctx, player); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// digest sends a player one e-mail about the games that still wait for them. It records the e-mail before sending: after a crash,
// none is sent rather than two. If two nodes believe that this is their task, one of them sends it.
func (s *Service) digest(ctx context.Context, player string) error {
	message, failed := s.digestMessage(ctx, player)
	mine, err := s.rows().takeDigest(ctx, player, s.Now().Add(-mailEvery), s.Now())
	if err := errors.Join(failed, err); err != nil || !mine || message.To == "" {
		return err
	}
	if err := s.Mail.SendMessage(ctx, message); err != nil {
		return errors.Join(err, s.rows().wantDigest(ctx, player, s.Now())) // again in an hour
	}
	return nil
}

// digestMessage returns a player's e-mail. Its To is "" if there is nothing to send.
func (s *Service) digestMessage(ctx context.Context, player string) (m mail.Message, err error) {
	wishes, err := s.wishes(ctx, player)
	if err != nil || !wishes.wants(byMail) || !wishes.wants(string(YourTurn)) {
		return m, err
	}
	to, err := s.Address(ctx, player)
	if err != nil || to == "" {
		return m, err
	}
	games, err := s.Store.List(ctx, store.Query{Awaits: player, Limit: maxWaiting})
	if err != nil {
		return m, err
	}
	var text strings.Builder
	n := 0
	for _, g := range games {
		if !isCorrespondence(g) {
			continue
		}
		n++
		side := game.Black
		if g.White.Has(player) {
			side = game.White
		}
		words, err := s.mailWords(ctx, g, side)
		if err != nil {
			return m, err
		}
		if !g.Deadline.IsZero() {
			words += g.Deadline.UTC().Format(", until 2 January, 15:04 UTC")
		}
		fmt.Fprintf(&text, "%s:\n%s/game/%s\n\n", words, s.Site, g.ID)
	}
	if n == 0 {
		return m, nil
	}
	m = mail.Message{To: to, Subject: letterSubject(n), Unsubscribe: s.Site + unsubscribePath + "?key=" + s.linkKey(player)}
	m.Text = letterText(text.String(), m.Unsubscribe)
	return m, nil
}

// mailWords is gameWords without the names that guests choose: mail programs turn anything like an address into a link, and this
// mail speaks for the server.
func (s *Service) mailWords(ctx context.Context, g store.Game, side game.Color) (string, error) {
	other := opponent(g, side)
	if other.Kind != match.Human {
		return gameWords(g, side), nil
	}
	if g.Partners > 0 {
		return s.teamWords(ctx, g, side)
	}
	role, err := s.roleOf(ctx, other.Player)
	if role == store.Guest {
		g.Black.Name, g.White.Name = "", ""
	}
	return gameWords(g, side), err
}

// teamWords is mailWords for a team game.
func (s *Service) teamWords(ctx context.Context, g store.Game, side game.Color) (string, error) {
	for _, seat := range []*match.Seat{&g.Black, &g.White} {
		for i, p := range seat.Team {
			role, err := s.roleOf(ctx, p.Player)
			if err != nil {
				return "", err
			}
			if role == store.Guest {
				seat.Team[i].Name = ""
			}
		}
	}
	return gameWords(g, side), nil
}

// unsubscribePath is where e-mails are switched off without signing in.
const unsubscribePath = "/api/mail/off"

// newLinkKey returns a new secret for links.
func newLinkKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}

// linkKey returns the part of a link that allows its bearer to switch off a player's e-mails: the player's id and its signature.
func (s *Service) linkKey(player string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(player)) + "." + hex.EncodeToString(s.sign(player))
}

func (s *Service) sign(player string) []byte {
	h := hmac.New(sha256.New, s.links)
	h.Write([]byte("mail off\x00" + player))
	return h.Sum(nil)[:16]
}

// linkPlayer returns the player of a link's key, or an error if the signature is wrong.
func (s *Service) linkPlayer(key string) (string, error) {
	id, signature, _ := strings.Cut(key, ".")
	player, err1 := base64.RawURLEncoding.DecodeString(id)
	given, err2 := hex.DecodeString(signature)
	if err1 != nil || err2 != nil || !hmac.Equal(given, s.sign(string(player))) {
		return "", apierror.Say(apierror.BadRequest, "notify.link", "This link is incomplete. Please copy the whole link from the e-mail.")
	}
	return string(player), nil
}

// Unsubscribe answers the link in e-mails. GET asks for confirmation, since programs that scan links for malware follow it too;
// POST switches e-mails off, as RFC 8058 requires.
func (s *Service) Unsubscribe(w http.ResponseWriter, r *http.Request) {
	player, err := s.linkPlayer(r.URL.Query().Get("key"))
	if err == nil && r.Method == http.MethodPost {
		err = s.mailOff(r.Context(), player)
	}
	if err != nil {
		apierror.Write(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	_ = unsubscribePage.Execute(w, r.Method == http.MethodPost)
}

// mailOff switches a player's e-mails off.
func (s *Service) mailOff(ctx context.Context, player string) error {
	wishes, err := s.wishes(ctx, player)
	if err != nil || !wishes.wants(byMail) {
		return err
	}
	wishes.Off = append(wishes.Off, byMail)
	return s.change(ctx, player, wishes)
}

var unsubscribePage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>moyo</title>
<h1>E-mails from moyo</h1>
{{if .}}<p>You will get no more e-mails about your turns. You can switch them on again in the notification settings.</p>
{{else}}<form method="post"><p>Stop e-mails about your turns?</p><button>Stop e-mails</button></form>
{{end}}<p><a href="/">To moyo</a></p>
`))
