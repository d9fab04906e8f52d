package teams

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
)

// Register adds the routes of teams and their matches that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	operation := func(id, method, path, summary string, errs ...int) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/api/" + path, Summary: summary,
			MaxBodyBytes: endpoint.MaxBody, Errors: append(errs, http.StatusTooManyRequests),
		}
	}
	write := []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden,
		http.StatusNotFound, http.StatusConflict, http.StatusServiceUnavailable,
	}
	made := func(o huma.Operation) huma.Operation {
		o.DefaultStatus = http.StatusCreated
		return o
	}
	endpoint.Register(api, access.See,
		operation("teams", http.MethodGet, "teams", "Teams, and their matches that go on or are to come", http.StatusBadRequest), s.list)
	endpoint.Register(api, access.Member.By(identity.Challenge),
		made(operation("make-team", http.MethodPost, "teams", "Make a team, and be its captain", write...)), s.create)
	endpoint.Register(api, access.See,
		operation("team", http.MethodGet, "teams/{id}", "A team with its members and matches", http.StatusNotFound), s.oneTeam)
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		operation("act-in-team", http.MethodPost, "teams/{id}/acts", "Join a team, leave it, or lead it", write...), s.act)
	endpoint.Register(api, access.Member.By(identity.Challenge),
		made(operation("challenge-team", http.MethodPost, "team-matches", "Challenge a team to a match", write...)), s.challenge)
	endpoint.Register(api, access.See,
		operation("team-match", http.MethodGet, "team-matches/{id}", "A match with its boards", http.StatusNotFound), s.oneMatch)
	endpoint.Register(api, access.Member.By(identity.Challenge),
		operation("act-in-team-match", http.MethodPost, "team-matches/{id}/acts", "Take up a challenge, make a line-up, and so on", write...),
		s.matchAct)
	api.Events(access.See, huma.Operation{Path: "/api/teams/{id}/events"}, wire.Team{}, s.TeamEvents())
	api.Events(access.See, huma.Operation{Path: "/api/team-matches/{id}/events"}, wire.TeamMatch{}, s.MatchEvents())
}

type listInput struct {
	Search string `query:"search" maxLength:"200" doc:"a part of a name; none for all"`
}

// list returns teams and matches. Names are looked for by what is left of them where look-alikes count
// as one.
func (s *Service) list(ctx context.Context, in *listInput) (*endpoint.Answer[*wire.TeamLists], error) {
	if err := s.Rates.Allow(ctx, "teams", s.Limits.Lists); err != nil {
		return nil, err
	}
	skeleton := ""
	out := &wire.TeamLists{Mine: []wire.TeamHead{}, Teams: []wire.TeamHead{}}
	if in.Search != "" {
		skeleton = s.Part(in.Search)
	}
	found, err := s.kept.like(ctx, skeleton, listLength)
	if err != nil {
		return nil, err
	}
	me := identity.Player(ctx)
	for _, t := range found {
		if out.Teams, err = s.addHead(ctx, out.Teams, t.ID, me); err != nil {
			return nil, err
		}
	}
	own, err := s.kept.of(ctx, me)
	if err != nil {
		return nil, err
	}
	for _, m := range own {
		if out.Mine, err = s.addHead(ctx, out.Mine, m.Team, me); err != nil {
			return nil, err
		}
	}
	out.Matches, err = s.heads(ctx, func() ([]contest, error) {
		list, err := s.kept.matchesIn(ctx, playing, listLength)
		if err != nil {
			return nil, err
		}
		coming, err := s.kept.matchesIn(ctx, lining, listLength-len(list))
		return append(list, coming...), err
	})
	return endpoint.Reply(out), err
}

// addHead adds a team to a list, unless it was closed meanwhile.
func (s *Service) addHead(ctx context.Context, list []wire.TeamHead, id, me string) ([]wire.TeamHead, error) {
	q, err := s.squadOf(ctx, id)
	if errors.Is(err, errNoTeam) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	return append(list, headOf(q, me)), nil
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Service) oneTeam(ctx context.Context, in *idInput) (*endpoint.Answer[*wire.Team], error) {
	if err := s.Rates.Allow(ctx, "team", s.Limits.Lists); err != nil {
		return nil, err
	}
	return s.shownTeam(ctx, in.ID)
}

func (s *Service) oneMatch(ctx context.Context, in *idInput) (*endpoint.Answer[*wire.TeamMatch], error) {
	if err := s.Rates.Allow(ctx, "team match", s.Limits.Lists); err != nil {
		return nil, err
	}
	return s.shownMatch(ctx, in.ID)
}
