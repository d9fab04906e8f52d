package teams

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
)

// Register adds the routes of teams and their matches that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	const teams, team, matches, match = "/api/teams", "/api/teams/{id}", "/api/team-matches", "/api/team-matches/{id}"
	write := []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden,
		http.StatusNotFound, http.StatusConflict, http.StatusServiceUnavailable,
	}
	endpoint.Register(api, access.See,
		endpoint.Describe("teams", http.MethodGet, teams, "Teams, and their running and planned matches", http.StatusBadRequest),
		endpoint.Limited(s.Rates, "teams", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("make-team", http.MethodPost, teams, "Create a team, and become its captain", write...)),
		endpoint.Limited(s.Rates, "new teams", s.Limits.Lists, s.create))
	endpoint.Register(api, access.See,
		endpoint.Describe("team", http.MethodGet, team, "A team with its members and matches", http.StatusNotFound),
		endpoint.Limited(s.Rates, "team", s.Limits.Lists, endpoint.One(s.teamView)))
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		endpoint.Describe("act-in-team", http.MethodPost, team+"/acts", "Join a team, leave it, or lead it", write...),
		endpoint.Limited(s.Rates, "acts in teams", s.Limits.Lists, s.act))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("challenge-team", http.MethodPost, matches, "Challenge a team to a match", write...)),
		endpoint.Limited(s.Rates, "new matches", s.Limits.Lists, s.challenge))
	endpoint.Register(api, access.See,
		endpoint.Describe("team-match", http.MethodGet, match, "A match with its boards", http.StatusNotFound),
		endpoint.Limited(s.Rates, "team match", s.Limits.Lists, endpoint.One(s.matchView)))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Describe("act-in-team-match", http.MethodPost, match+"/acts", "Accept a challenge, give a line-up, and so on", write...),
		endpoint.Limited(s.Rates, "acts in matches", s.Limits.Lists, s.matchAct))
	api.Events(access.See, huma.Operation{Path: team + "/events"}, Team{}, followed(s, s.teamView))
	api.Events(access.See, huma.Operation{Path: match + "/events"}, TeamMatch{}, followed(s, s.matchView))
}

type listInput struct {
	Search string `query:"search" maxLength:"200" doc:"part of a name; empty for all"`
}

// list returns teams and matches. A search compares skeletons, in which look-alike characters are
// equal.
func (s *Service) list(ctx context.Context, in *listInput) (*endpoint.Answer[*TeamLists], error) {
	skeleton := ""
	out := &TeamLists{Mine: []TeamHead{}, Teams: []TeamHead{}}
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

// addHead adds a team's entry to a list, unless the team was closed meanwhile.
func (s *Service) addHead(ctx context.Context, list []TeamHead, id, me string) ([]TeamHead, error) {
	q, err := s.squadOf(ctx, id)
	if errors.Is(err, errNoTeam) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	return append(list, headOf(q, me)), nil
}
