package ratings

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game/clock"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The lengths of lists.
const (
	historyLength = 300
	leadersLength = 50
)

// Register adds the routes of ratings.
func (s *Service) Register(api endpoint.API) {
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "player-ratings", Method: http.MethodGet, Path: "/api/people/{name}/ratings",
		Summary: "A player's ratings and their history", Errors: []int{http.StatusNotFound},
	}, endpoint.Limited(s.Rates, "ratings", s.Reads, s.getRatings))
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "game-ratings", Method: http.MethodGet, Path: "/api/games/{id}/ratings",
		Summary: "The effect of a game on ratings", Errors: []int{http.StatusNotFound},
	}, s.getGameRatings)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "leaders", Method: http.MethodGet, Path: "/api/leaders",
		Summary: "A leader board", Errors: []int{http.StatusNotFound},
	}, endpoint.Limited(s.Rates, "ratings", s.Reads, s.getLeaders))
}

type nameInput struct {
	Name string `path:"name" maxLength:"200"`
}

func (s *Service) getRatings(ctx context.Context, in *nameInput) (*endpoint.Answer[wire.PlayerRatings], error) {
	who, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	kept, err := s.Store.PlayerRatings(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	out := wire.PlayerRatings{Name: who.Name, Ratings: []wire.PoolRating{}}
	names := namesOf{s.Store, map[string]string{}}
	for _, r := range kept {
		if r.Games == 0 {
			continue
		}
		p, err := s.poolRating(ctx, r, names)
		if err != nil {
			return nil, err
		}
		out.Ratings = append(out.Ratings, p)
	}
	slices.SortFunc(out.Ratings, func(a, b wire.PoolRating) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Pool, b.Pool))
	})
	return endpoint.Reply(out), nil
}

// named returns the account of that name.
func (s *Service) named(ctx context.Context, name string) (store.Player, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Role == store.Deleted {
		return p, apierror.Say(apierror.NotFound, "ratings.noPlayer", "There is no player called %.50q.", name)
	}
	return p, err
}

// poolRating returns a rating with its history.
func (s *Service) poolRating(ctx context.Context, r store.PlayerRating, names namesOf) (wire.PoolRating, error) {
	now := agedTo(r, s.Now())
	game, _, _ := rating.Pool(r.Pool).Parts()
	out := wire.PoolRating{
		Pool: r.Pool, Title: Title(rating.Pool(r.Pool)), Points: now.Points, Deviation: now.Deviation, Text: now.Text(game),
		Provisional: now.Provisional(), Games: r.Games, History: []wire.RatingSample{},
	}
	games, err := s.Store.RatedGames(ctx, store.RatedQuery{Player: r.Player, Pool: r.Pool, Limit: historyLength})
	if err != nil {
		return out, err
	}
	for _, g := range slices.Backward(games) {
		sample := wire.RatingSample{
			Game: g.Game, At: g.At.Format(time.RFC3339), Points: g.After.Points,
			Deviation: g.After.Deviation, Text: rating.Rating(g.After).Text(game),
			Change: g.After.Points - g.Before.Points, Score: g.Score, Refusal: g.Refusal,
		}
		if Level(g.Opponent) > 0 {
			sample.Engine = g.Opponent
		} else if sample.Opponent, err = names.of(ctx, g.Opponent); err != nil {
			return out, err
		}
		out.History = append(out.History, sample)
	}
	return out, nil
}

// namesOf caches the names of players by id.
type namesOf struct {
	store store.Players
	known map[string]string
}

// of returns the name of a player, or "" if the account no longer exists.
func (n namesOf) of(ctx context.Context, id string) (string, error) {
	if name, ok := n.known[id]; ok {
		return name, nil
	}
	p, err := n.store.Player(ctx, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	n.known[id] = p.Name
	return p.Name, nil
}

type leadersInput struct {
	Pool  string `query:"pool" maxLength:"100" doc:"such as weiqi/9x9/blitz or gomoku; by default the first one"`
	After string `query:"after" maxLength:"200" doc:"name of the last player of the previous part"`
}

func (s *Service) getLeaders(ctx context.Context, in *leadersInput) (*endpoint.Answer[Leaders], error) {
	pools := poolEntries()
	pool := cmp.Or(in.Pool, pools[0].Pool)
	at := slices.IndexFunc(pools, func(p PoolEntry) bool { return p.Pool == pool })
	if at < 0 {
		return nil, apierror.Say(apierror.NotFound, "ratings.noBoard", "There is no leader board %.50q.", pool)
	}
	q := store.LeaderQuery{Pool: pool, Now: s.Now(), Limit: leadersLength + 1}
	if in.After != "" {
		var err error
		if q.Player, q.Points, err = s.place(ctx, in.After, pool); err != nil {
			return nil, err
		}
	}
	out := Leaders{Pool: pool, Title: pools[at].Title, Pools: pools, Levels: levelsIn(rating.Pool(pool))}
	var err error
	out.Leaders, out.Next, err = s.leaders(ctx, q)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(out), nil
}

// place returns a player's position in a pool.
func (s *Service) place(ctx context.Context, name, pool string) (id string, points float64, err error) {
	who, err := s.named(ctx, name)
	if err != nil {
		return "", 0, err
	}
	ratings, err := s.Store.PlayerRatings(ctx, who.ID)
	if err != nil {
		return "", 0, err
	}
	for _, r := range ratings {
		if r.Pool == pool {
			return r.Player, r.Rating.Points, nil
		}
	}
	return "", 0, apierror.Say(apierror.NotFound, "ratings.none", "%s has no rating in this pool.", who.Name)
}

// leaders returns a part of a leader board without deleted and suspended accounts, and the name after which the next part
// begins.
func (s *Service) leaders(ctx context.Context, q store.LeaderQuery) (out []Leader, next string, err error) {
	out = []Leader{}
	game, _, _ := rating.Pool(q.Pool).Parts()
	for {
		part, err := s.Store.Leaders(ctx, q)
		if err != nil {
			return nil, "", err
		}
		for _, r := range part {
			who, err := s.Store.Player(ctx, r.Player)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, "", err
			}
			if who.Name == "" || who.Suspended.After(q.Now) {
				continue
			}
			if len(out) == leadersLength {
				return out, out[leadersLength-1].Name, nil
			}
			now := agedTo(r, q.Now)
			out = append(out, Leader{
				Name: who.Name, Bot: who.Role == store.Bot, Points: now.Points, Deviation: now.Deviation, Text: now.Text(game), Games: r.Games,
			})
		}
		if len(part) < q.Limit {
			return out, "", nil
		}
		last := part[len(part)-1]
		q.Player, q.Points = last.Player, last.Rating.Points
	}
}

// levelsIn returns the ratings of the levels in a pool.
func levelsIn(pool rating.Pool) []LevelRating {
	game, _, _ := pool.Parts()
	levels := []LevelRating{}
	for level := range catalog.Levels {
		if r, ok := rating.OfLevel(pool, level+1); ok {
			levels = append(levels, LevelRating{Level: level + 1, Points: r.Points, Text: r.Text(game)})
		}
	}
	return levels
}

// poolEntries returns all pools, in the order of the games.
func poolEntries() []PoolEntry {
	var all []PoolEntry
	for _, g := range catalog.Games() {
		for _, p := range rating.Pools(g.ID) {
			_, class, speed := p.Parts()
			all = append(all, PoolEntry{
				Pool: string(p), Title: Title(p), Game: g.ID, GameTitle: g.Title,
				Class: string(class), ClassTitle: classWords[class], Speed: string(speed),
			})
		}
	}
	return all
}

// The parts of a pool in words.
var (
	classWords = map[rating.Class]string{
		rating.Class9: "9×9", rating.Class13: "13×13", rating.Class19: "19×19",
		rating.ClassFlat: "on other flat boards", rating.ClassSolid: "on boards in space",
	}
	speedWords = map[clock.Speed]string{
		clock.SpeedBlitz: "blitz", clock.SpeedRapid: "rapid", clock.SpeedClassical: "classical", clock.SpeedCorrespondence: "correspondence",
	}
)

// Title returns a pool's title, such as "Go 9×9, blitz".
func Title(pool rating.Pool) string {
	game, class, speed := pool.Parts()
	title := catalog.GameOf(game).Title
	if class != "" {
		title += " " + classWords[class] + ", " + speedWords[speed]
	}
	return title
}
