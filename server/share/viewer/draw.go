package viewer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/game/record"
	"moyo/game/record/diagram"
	"moyo/game/record/files"
	"moyo/game/record/sgf"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
)

// registerDraw adds the route for pictures.
func (s *routes) registerDraw(api endpoint.API) {
	endpoint.Register(api, access.Take.By(identity.Analyse), huma.Operation{
		OperationID: "draw-record", Method: http.MethodPost, Path: "/api/records/draw",
		Summary:      "A picture of a record: SVG, PNG, a GIF of a line move by move, or a PDF with figures",
		MaxBodyBytes: maxFile + 1, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: append(huma.Middlewares{endpoint.AtMost(maxFile, errTooLarge)}, s.Uploads.Admit()...),
		Errors:      []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.draw)
}

type wanted struct {
	Body RecordPosition
}

// picture is a file.
type picture struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (s *routes) draw(ctx context.Context, in *wanted) (out *picture, err error) {
	kind, ok := diagram.Formats[in.Body.Format]
	if !ok {
		return nil, apierror.New(apierror.BadRequest, "The format %.20q is not svg, png, gif or pdf.", in.Body.Format)
	}
	out = &picture{ContentType: kind, Disposition: fmt.Sprintf("attachment; filename=%q", "game."+in.Body.Format)}
	err = s.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		ctx, cancel := context.WithTimeout(ctx, readTime)
		defer cancel()
		out.Body, err = s.drawn(ctx, &in.Body)
		return err
	})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = apierror.Say(apierror.BadRequest, "records.longDrawing", "This drawing takes too long. Please choose a shorter part of the game.")
	case errors.Is(err, diagram.ErrTooLong):
		err = apierror.Say(apierror.BadRequest, "records.pages", "This fills too many pages. Please choose a shorter part of the game.")
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// drawn returns the file of a picture.
func (s *routes) drawn(ctx context.Context, want *RecordPosition) ([]byte, error) {
	games, _, err := files.Read([]byte(want.Record), sgf.Limits{Bytes: maxFile})
	if err != nil {
		return nil, unreadable(err)
	}
	if want.Game < 0 || want.Game >= len(games) {
		return nil, noGame(want.Game, len(games))
	}
	g := games[want.Game]
	tree, err := record.Grow(ctx, g, s.opener(ctx))
	if err != nil {
		return nil, failure(ctx, err)
	}
	line, err := diagram.Of(ctx, tree, want.Path, want.From)
	switch {
	case errors.Is(err, diagram.ErrMarked):
		return nil, apierror.Say(apierror.BadRequest, "records.marked",
			"Too many points are marked to be drawn. Please choose a shorter part of the game.")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, apierror.Say(apierror.BadRequest, "records.path", "The game does not have this variation.")
	}
	d := diagram.Document{
		Options: diagram.Options{Cells: diagram.Cells, Letters: catalog.GameOf(tree.Rules.ID()).Letters}, Figure: want.Figure,
	}
	d.Title, d.Head = diagram.Heading(g, want.Format, want.Title)
	var out bytes.Buffer
	if err := diagram.Write(ctx, &out, want.Format, line, d); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// failure returns why a game could not be replayed: the time was up, or an error in the game.
func failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return apierror.Invalid(err)
}

// noGame returns the error for a number beyond the games of a file.
func noGame(number, games int) error {
	return apierror.Say(apierror.BadRequest, "records.none", "There is no game %s in this file. Games in it: %d.",
		strconv.Itoa(number+1), games)
}
