package lobby

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// maxPage is the maximum number of games per page.
const maxPage = 100

// Filters are the conditions of a list, as query parameters.
type Filters struct {
	Phase    string  `query:"phase" doc:"waiting, running or finished"`
	Game     string  `query:"game" doc:"id of a game, such as weiqi"`
	Board    string  `query:"board" doc:"spec"`
	Speed    string  `query:"speed" doc:"blitz, rapid, classical or correspondence"`
	Rated    string  `query:"rated" doc:"yes or no"`
	Names    string  `query:"names" doc:"part of a player's name"`
	Opponent string  `query:"opponent" doc:"in a player's games: a player's name, or the id of an engine"`
	Result   string  `query:"result" doc:"in a player's games: won, lost or drawn"`
	Since    string  `query:"since" doc:"RFC 3339"`
	Until    string  `query:"until" doc:"RFC 3339"`
	Least    float64 `query:"least" doc:"for waiting games: the lowest rating of the maker"`
	Most     float64 `query:"most" doc:"for waiting games: the highest rating of the maker"`
	Near     bool    `query:"near" doc:"for waiting games: whether the maker's rating must be within 200 points of yours"`
	Cursor   string  `query:"cursor" doc:"next of the previous part"`
	Limit    int     `query:"limit" doc:"games per part, at most 100"`
}

type historyInput struct {
	Name string `path:"name"`
	Filters
}

// registerSearch adds the routes for long lists.
func (l *Service) registerSearch(api endpoint.API) {
	errs := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "search-games", Method: http.MethodGet, Path: "/api/games/search",
		Summary: "All public games, by filters", Errors: errs,
	}, func(ctx context.Context, in *Filters) (*endpoint.Answer[GamePage], error) {
		return l.page(ctx, *in, store.Query{})
	})
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "own-games", Method: http.MethodGet, Path: "/api/me/games",
		Summary: "Your own games, including private ones", Errors: errs,
	}, func(ctx context.Context, in *Filters) (*endpoint.Answer[GamePage], error) {
		return l.page(ctx, *in, l.owner(ctx))
	})
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "games-of", Method: http.MethodGet, Path: "/api/people/{name}/games",
		Summary: "A player's games", Errors: append(errs, http.StatusNotFound),
	}, func(ctx context.Context, in *historyInput) (*endpoint.Answer[GamePage], error) {
		q, err := l.historyOf(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		return l.page(ctx, in.Filters, q)
	})
}

// owner returns the query for the user's own games.
func (l *Service) owner(ctx context.Context) store.Query {
	return store.Query{Player: identity.Player(ctx), Private: true}
}

// historyOf returns the query for the games of the player of that name. Private games are included only for the player.
func (l *Service) historyOf(ctx context.Context, name string) (store.Query, error) {
	p, err := l.named(ctx, name)
	return store.Query{Player: p.ID, Private: p.ID != "" && p.ID == identity.Player(ctx)}, err
}

// page returns one page of the games that q and the filters admit.
func (l *Service) page(ctx context.Context, in Filters, q store.Query) (*endpoint.Answer[GamePage], error) {
	if err := l.Rates.Allow(ctx, "search", l.Searches); err != nil {
		return nil, err
	}
	if err := l.apply(ctx, in, &q); err != nil {
		return nil, err
	}
	games, err := l.Store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	out := GamePage{}
	if len(games) == q.Limit {
		out.Next = cursorText(store.CursorOf(games[len(games)-1]))
	}
	out.Games = l.infos(slices.DeleteFunc(games, func(g store.Game) bool { return !l.shows(ctx, in, q, g) }))
	return endpoint.Reply(out), nil
}

// shows applies the filters that the store cannot: whether a game is still active, and the maker's strength. A player's own
// lists have every game.
func (l *Service) shows(ctx context.Context, in Filters, q store.Query, g store.Game) bool {
	if g.Phase == match.Waiting && (in.Least != 0 || in.Most != 0) {
		points, ok := l.Terms.Points(ctx, makerOf(g), setupOf(g))
		if !ok || points < in.Least || in.Most != 0 && points > in.Most {
			return false
		}
	}
	if in.Near && g.Phase == match.Waiting && !l.isNear(ctx, g) {
		return false
	}
	switch {
	case q.Player != "":
		return q.Private || g.Phase != match.Waiting || l.isOpen(g)
	case g.Phase == match.Waiting:
		return l.isOpen(g)
	}
	return !l.isAbandoned(g)
}

// near is the largest difference in rating for which two players count as about equal: three ranks in Go, four for beginners,
// two for the strongest.
const near = 200

// isNear reports whether the maker of a game is about as strong in such games as the user. It is false if either has no rating.
func (l *Service) isNear(ctx context.Context, g store.Game) bool {
	theirs, rated := l.Terms.Points(ctx, makerOf(g), setupOf(g))
	mine, known := l.Terms.Points(ctx, identity.Player(ctx), setupOf(g))
	return rated && known && math.Abs(theirs-mine) <= near
}

// makerOf returns the id of the player that waits for an opponent. For team games it is "", since several players may wait.
func makerOf(g store.Game) string {
	if g.Partners > 0 {
		return ""
	}
	if g.Black.Kind == match.Human {
		return g.Black.Player
	}
	return g.White.Player
}

// setupOf returns the setup of a game.
func setupOf(g store.Game) match.Setup {
	return match.Setup{
		Board: g.Board, Rules: g.Rules, Black: g.Black, White: g.White, Clock: g.Clock, Rated: g.Rated,
		Private: g.Private, Estimates: g.Estimates, Colors: g.Colors, Partners: g.Partners,
	}
}

// phases are the phases by their name in a query.
var phases = map[string][]match.Phase{
	"": nil, "waiting": {match.Waiting}, "running": {match.Playing, match.Counting}, "finished": {match.Finished},
}

// apply adds the filters to a query.
func (l *Service) apply(ctx context.Context, in Filters, q *store.Query) (err error) {
	bad := func(name, value, want string) error {
		return apierror.New(apierror.BadRequest, "%s %.40q: want %s", name, value, want)
	}
	var ok bool
	if q.Phases, ok = phases[in.Phase]; !ok {
		return bad("phase", in.Phase, "waiting, running or finished")
	}
	switch in.Rated {
	case "":
	case "yes":
		q.Rated = true
	case "no":
		q.Casual = true
	default:
		return bad("rated", in.Rated, "yes or no")
	}
	q.Result = store.Result(in.Result)
	if !slices.Contains([]store.Result{"", store.Won, store.Lost, store.Drawn}, q.Result) {
		return bad("result", in.Result, "won, lost or drawn")
	}
	if (q.Result != "" || in.Opponent != "") && q.Player == "" {
		return apierror.New(apierror.BadRequest, "results and opponents belong to one player: ask for a player's games")
	}
	if q.Opponent, q.Engine, err = l.opponentID(ctx, in.Opponent); err != nil {
		return err
	}
	for _, text := range []string{in.Game, in.Board, in.Speed, in.Names} {
		if len(text) > boards.MaxSpec {
			return bad("text", text, "fewer characters")
		}
	}
	q.Game, q.Board, q.Speed, q.Names = in.Game, in.Board, in.Speed, in.Names
	if q.Since, ok = parseTime(in.Since); !ok {
		return bad("since", in.Since, "a time such as 2026-07-01T12:00:00Z")
	}
	if q.Until, ok = parseTime(in.Until); !ok {
		return bad("until", in.Until, "a time such as 2026-07-01T12:00:00Z")
	}
	if q.After, ok = parseCursor(in.Cursor); !ok {
		return bad("cursor", in.Cursor, "the next of the previous part")
	}
	if q.Limit = in.Limit; q.Limit <= 0 || q.Limit > maxPage {
		q.Limit = store.DefaultLimit
	}
	return nil
}

// opponentID returns the id of the player of that name, or of the engine.
func (l *Service) opponentID(ctx context.Context, name string) (player, engine string, err error) {
	if name == "" || l.Knows(name) {
		return "", name, nil
	}
	p, err := l.named(ctx, name)
	return p.ID, "", err
}

// Knows reports whether id is an engine on offer.
func (l *Service) Knows(id string) bool {
	return slices.ContainsFunc(l.Engines, func(e wire.EngineEntry) bool { return e.ID == id })
}

// parseTime parses a time. An empty text is the zero time.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, true
	}
	t, err := time.Parse(time.RFC3339, text)
	return t, err == nil
}

// cursorText formats a position in a list: the time in milliseconds, a dot and the id.
func cursorText(c store.Cursor) string {
	return strconv.FormatInt(c.Updated.UnixMilli(), 36) + "." + c.ID
}

// maxCursor is the maximum length of such a text.
const maxCursor = 64

// parseCursor is the inverse of cursorText; "" is the beginning.
func parseCursor(text string) (store.Cursor, bool) {
	if text == "" {
		return store.Cursor{}, true
	}
	at, id, ok := strings.Cut(text, ".")
	milli, err := strconv.ParseInt(at, 36, 64)
	if !ok || err != nil || id == "" || len(text) > maxCursor || milli < 0 || milli > maxMilli {
		return store.Cursor{}, false
	}
	return store.Cursor{Updated: time.UnixMilli(milli).UTC(), ID: id}, true
}

// maxMilli is the last millisecond of the year 9999.
const maxMilli = 253402300799999

// filtersOf reads the filters of routes that OpenAPI does not describe.
func filtersOf(v url.Values) Filters {
	return Filters{
		Phase: v.Get("phase"), Game: v.Get("game"), Board: v.Get("board"), Speed: v.Get("speed"), Rated: v.Get("rated"), Names: v.Get("names"),
		Opponent: v.Get("opponent"), Result: v.Get("result"), Since: v.Get("since"), Until: v.Get("until"),
	}
}
