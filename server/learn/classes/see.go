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

// The refusals for games that the caller may not see.
var (
	errNoGame = apierror.Say(apierror.NotFound, "game.unknown", "There is no such game. Its link may be incomplete.")
	errNoTalk = apierror.Say(apierror.Forbidden, "class.noTalk", "Games of a class have no chat.")
)

// MaySee returns a refusal if the caller may not see a game. The teacher and the pupils of a class may see its games, and pupils
// see no other games.
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

// games is the prefix of the paths of games.
const games = "/api/games/"

// Guard refuses requests about the game of a class from users who may not see it, and all requests to chat in one.
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
				w.Header().Set("Connection", "close") // otherwise the server would wait for its body
				apierror.Write(w, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
