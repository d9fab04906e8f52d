package boards

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/internal/sentence"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of the gallery.
const (
	maxShared  = 50  // shared boards of one player
	maxOwn     = 200 // own boards in an answer, which is the maximum per player
	pageSize   = 24
	changeRate = 1  // changes of own boards per second that one address may sustain
	atMostName = 40 // characters of a search text
)

// registerGallery adds the routes for shared and own boards.
func (s *routes) registerGallery(api endpoint.API) {
	read := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	write := []int{http.StatusNotFound, http.StatusConflict, http.StatusForbidden, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "shared-boards", Method: http.MethodGet, Path: "/api/boards/shared",
		Summary: "Boards that players share", Errors: read,
	}, endpoint.Limited(s.Rates, "gallery", s.Specs, s.getShared))
	endpoint.Register(api, access.Member.By(identity.Library), huma.Operation{
		OperationID: "share-board", Method: http.MethodPut, Path: "/api/boards/shared/{hash}",
		Summary: "Share one of your boards", Errors: write,
	}, s.putShared)
	endpoint.Register(api, access.Own.By(identity.Library), huma.Operation{
		OperationID: "unshare-board", Method: http.MethodDelete, Path: "/api/boards/shared/{hash}",
		Summary: "Stop sharing a board", Errors: write,
	}, endpoint.Limited(s.Rates, "changes of boards", changeRate, s.deleteShared))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "own-boards", Method: http.MethodGet, Path: "/api/me/boards",
		Summary: "Your boards",
	}, s.getOwn)
	endpoint.Register(api, access.Take.By(identity.Library), huma.Operation{
		OperationID: "rename-board", Method: http.MethodPut, Path: "/api/me/boards/{hash}",
		Summary: "Rename one of your boards", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.putOwn)
	endpoint.Register(api, access.Look.By(identity.Library), huma.Operation{
		OperationID: "drop-board", Method: http.MethodDelete, Path: "/api/me/boards/{hash}",
		Summary: "Delete one of your boards; games on it keep it", Errors: write,
	}, endpoint.Limited(s.Rates, "changes of boards", changeRate, s.deleteOwn))
}

type sharedInput struct {
	Order string `query:"order" enum:"played,new" default:"played"`
	Name  string `query:"name" maxLength:"200" doc:"part of the name"`
	After string `query:"after" maxLength:"120" doc:"the next of the previous answer"`
}

func (s *routes) getShared(ctx context.Context, in *sharedInput) (*endpoint.Answer[SharedBoards], error) {
	after, ok := placeOf(in.After)
	if !ok {
		return nil, apierror.New(apierror.BadRequest, "after %.20q: want the next of an answer", in.After)
	}
	name := []rune(strings.TrimSpace(strings.ToValidUTF8(in.Name, "")))
	q := sharedQuery{
		Order: order(in.Order), Name: string(name[:min(len(name), atMostName)]), After: after, Limit: pageSize + 1,
	}
	found, err := s.gallery().list(ctx, q)
	if err != nil {
		return nil, err
	}
	out := SharedBoards{Boards: []wire.SharedBoard{}}
	if len(found) > pageSize {
		found = found[:pageSize]
		out.Next = nextOf(placeBehind(found[pageSize-1]))
	}
	for _, b := range found {
		out.Boards = append(out.Boards, convert.SharedBoard(b, identity.Player(ctx)))
	}
	return endpoint.Reply(out), nil
}

// nextOf returns a place in its form for addresses.
func nextOf(place sharedPlace) string {
	return fmt.Sprintf("%d.%d.%s", place.Played, place.At.UnixMilli(), place.Hash)
}

// placeOf is the inverse of nextOf.
func placeOf(next string) (place sharedPlace, ok bool) {
	if next == "" {
		return place, true
	}
	parts := strings.SplitN(next, ".", 3)
	if len(parts) < 3 || strings.ContainsFunc(parts[2], func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		return place, false
	}
	played, err1 := strconv.Atoi(parts[0])
	at, err2 := strconv.ParseInt(parts[1], 10, 64)
	return sharedPlace{Played: played, At: time.UnixMilli(at).UTC(), Hash: parts[2]}, err1 == nil && err2 == nil
}

type hashInput struct {
	Hash string `path:"hash" maxLength:"64"`
}

func (s *routes) putShared(ctx context.Context, in *hashInput) (*struct{}, error) {
	who := identity.Of(ctx)
	if err := s.mayTell(ctx, who.Player); err != nil {
		return nil, err
	}
	b := store.Shared{Hash: in.Hash, Owner: who.Player, At: s.Now()}
	err := s.inTurn(ctx, func() error {
		made, err := s.Cache.Get(ctx, "id:"+in.Hash)
		if err != nil {
			return errNone
		}
		b.Points, b.Edges = made.Len(), made.EdgeCount()
		b.Least, b.Most = degrees(made)
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch err := s.gallery().share(ctx, b, maxShared); {
	case errors.Is(err, store.ErrNotFound):
		return nil, errNone
	case errors.Is(err, store.ErrExists):
		return nil, apierror.Say(apierror.OutOfStep, "boards.shared", "This board is already shared.")
	case errors.Is(err, store.ErrTaken):
		return nil, apierror.Say(apierror.Forbidden, "boards.hidden", "A moderator has removed this board from the gallery.")
	case errors.Is(err, store.ErrFull):
		return nil, apierror.Say(apierror.StorageFull, "boards.mostShared", "You share %d boards, which is the maximum.", maxShared)
	default:
		return nil, err
	}
}

// errNone is the error for a board that the user does not have.
var errNone = apierror.Say(apierror.NotFound, "boards.none", "You have no such board.")

// degrees returns the lowest and highest number of neighbours of a point.
func degrees(b *board.Board) (least, most int) {
	start, _ := b.Rows()
	for p := range b.Len() {
		n := int(start[p+1] - start[p])
		if p == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most
}

// mayTell returns an error if a player may not publish text, such as a board's name.
func (s *routes) mayTell(ctx context.Context, player string) error {
	if err := s.Rates.Allow(ctx, "changes of boards", changeRate); err != nil {
		return err
	}
	quiet, err := s.Store.Silence(ctx, player)
	if err != nil {
		return err
	}
	if s.Now().Before(quiet.Until) {
		return apierror.Say(apierror.Forbidden, "boards.silenced", "You cannot share boards until %s. The moderators' reason: %s",
			sentence.Moment(quiet.Until), quiet.Why)
	}
	return nil
}

func (s *routes) deleteShared(ctx context.Context, in *hashInput) (*struct{}, error) {
	return nil, orNone(s.gallery().unshare(ctx, identity.Player(ctx), in.Hash))
}

// orNone replaces the error of a board that the user does not have.
func orNone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return errNone
	}
	return err
}

func (s *routes) getOwn(ctx context.Context, _ *struct{}) (*endpoint.Answer[OwnBoards], error) {
	player := identity.Player(ctx)
	own, err := s.Store.Boards(ctx, player, maxOwn)
	if err != nil {
		return nil, err
	}
	found, err := s.gallery().list(ctx, sharedQuery{Order: byNewest, Owner: player, Limit: maxShared})
	if err != nil {
		return nil, err
	}
	shared := map[string]*wire.SharedBoard{}
	for _, b := range found {
		told := convert.SharedBoard(b, player)
		shared[b.Hash] = &told
	}
	out := OwnBoards{Boards: []OwnBoard{}}
	for _, b := range own {
		out.Boards = append(out.Boards, OwnBoard{
			Spec: "id:" + b.Hash, Title: b.Title, Kept: b.Created.UTC().Format(time.RFC3339), Shared: shared[b.Hash],
		})
	}
	return endpoint.Reply(out), nil
}

type titleInput struct {
	Hash string `path:"hash" maxLength:"64"`
	Body BoardTitle
}

func (s *routes) putOwn(ctx context.Context, in *titleInput) (*struct{}, error) {
	player := identity.Player(ctx)
	title := identity.CleanName(in.Body.Title)
	if title == "" {
		return nil, apierror.Say(apierror.BadRequest, "boards.nameless", "Please give the board a name.")
	}
	if err := s.mayTell(ctx, player); err != nil {
		return nil, err
	}
	return nil, orNone(s.gallery().rename(ctx, player, in.Hash, title))
}

func (s *routes) deleteOwn(ctx context.Context, in *hashInput) (*struct{}, error) {
	return nil, orNone(s.gallery().drop(ctx, identity.Player(ctx), in.Hash))
}
