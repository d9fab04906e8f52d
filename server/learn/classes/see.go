package classes

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// The answers to people who ask for a game that is not for them.
var (
	errNoGame = apierror.Say(apierror.NotFound, "game.unknown", "There is no such game. Its link may be incomplete.")
	errNoTalk = apierror.Say(apierror.Forbidden, "class.noTalk", "There is no talk in the games of a class.")
)

// MaySee says what stands against somebody's seeing a game, if anything: those of a class are seen
// by its teacher and its pupils, and pupils see no others.
func (s *Service) MaySee(ctx context.Context, game string) error {
	who := identity.Of(ctx)
	class, ok := store.ClassOfGame(game)
	if who.Role == store.Pupil {
		if !ok || class != who.Class {
			return errNoGame
		}
		return nil
	}
	if !ok {
		return nil
	}
	c, err := s.class(ctx, class)
	if errors.Is(err, errUnknown) || err == nil && !isTeacher(who, c) {
		return errNoGame
	}
	return err
}

// games is how the addresses of games begin.
const games = "/api/games/"

// Guard refuses every request about the game of a class from people who may not see it, and every request to talk in one.
func (s *Service) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rest, ok := strings.CutPrefix(r.URL.Path, games); ok {
			id, part, _ := strings.Cut(rest, "/")
			_, ofClass := store.ClassOfGame(id)
			err := s.MaySee(r.Context(), id)
			if err == nil && ofClass && strings.HasPrefix(part, "chat") {
				err = errNoTalk
			}
			if err != nil {
				w.Header().Set("Connection", "close") // else its body would be waited for
				apierror.Write(w, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
