package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/share/boards"
)

// ownBoards is how many of the player's own boards the catalog lists.
const ownBoards = 50

func (s *Server) registerCatalog(api endpoint.API) {
	endpoint.Register(api, access.See.Pupils().Costing(2), huma.Operation{
		OperationID: "catalog", Method: http.MethodGet, Path: "/api/catalog",
		Summary: "Available boards, engines and games",
	}, s.getCatalog)
}

func (s *Server) getCatalog(ctx context.Context, _ *struct{}) (*endpoint.Answer[Catalog], error) {
	own, err := s.cfg.Store.Boards(ctx, identity.Player(ctx), ownBoards)
	if err != nil {
		return nil, err
	}
	c := Catalog{
		Boards: []boards.BoardEntry{}, Engines: s.cfg.Engines, Games: gameEntries(), Terms: catalog.TermIDs(), Version: s.cfg.Version,
	}
	for _, b := range catalog.Gallery() {
		c.Boards = append(c.Boards, boards.BoardEntry{Spec: b.Spec, Name: b.Name, Title: b.Title, Group: b.Group, Games: b.Games})
	}
	for _, b := range own {
		c.Boards = append(c.Boards, boards.BoardEntry{Spec: "id:" + b.Hash, Title: b.Title, Group: "own", Games: []string{}})
	}
	return endpoint.Reply(c), nil
}
