package boards

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/store"
)

// maxUpload is the maximum size of a request with a board's file; JSON may take six bytes for a character.
const maxUpload = 2*boardfile.MaxSize + 4096

// registerUploads adds the routes for uploaded boards. Their bodies are not checked against the schema, since that would unpack
// them to many times their size; the decoder still refuses wrong types.
func (s *routes) registerUploads(api endpoint.API) {
	admit := s.Uploads.Admit()
	endpoint.Register(api, access.Take.By(identity.Analyse), huma.Operation{
		OperationID: "check-board", Method: http.MethodPost, Path: "/api/boards/check",
		Summary: "Describe the contents of a board's file", MaxBodyBytes: maxUpload, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: admit, SkipValidateBody: true,
		Errors: []int{http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.checkBoard)
	endpoint.Register(api, access.Take.By(identity.Library), huma.Operation{
		OperationID: "new-board", Method: http.MethodPost, Path: "/api/boards", DefaultStatus: http.StatusCreated,
		Summary: "Keep a board", MaxBodyBytes: maxUpload, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: admit, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.postBoard)
}

type boardUpload struct{ Body NewBoard }

// checkBoard reports on a file. Problems of the file are part of the report, not errors of the request.
func (s *routes) checkBoard(ctx context.Context, in *boardUpload) (out *endpoint.Answer[BoardReport], err error) {
	err = s.inTurn(ctx, func() error {
		out = endpoint.Reply(check(in.Body))
		return nil
	})
	return out, err
}

func check(in NewBoard) BoardReport {
	draft, err := readDraft(in)
	if err != nil {
		return reportOf(boardfile.Report{}, err)
	}
	report := draft.Report()
	made, err := boardFromDraft(draft, in)
	out := reportOf(report, err)
	if err == nil {
		out.Board = convert.Board(made)
		for _, line := range boardfile.Lines(made) {
			out.Lines = append(out.Lines, BoardLine{Points: convert.Points(line.Points), Diagonal: line.Diagonal, Closed: line.Closed})
		}
	}
	return out
}

// inTurn does work for a board in the caller's turn.
func (s *routes) inTurn(ctx context.Context, work func() error) error {
	return s.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, work)
}

// postBoard stores the board of a file by its content.
func (s *routes) postBoard(ctx context.Context, in *boardUpload) (*endpoint.Answer[BoardEntry], error) {
	var made *board.Board
	var kept store.Board
	err := s.inTurn(ctx, func() error {
		draft, err := readDraft(in.Body)
		if err != nil {
			return apierror.Invalid(err)
		}
		if made, err = boardFromDraft(draft, in.Body); err != nil {
			return apierror.Invalid(err)
		}
		kept = store.Board{
			Hash: strings.TrimPrefix(made.Spec(), "id:"), Title: made.Title(), JSON: boardfile.JSON(made), Created: s.Now(),
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.mayKeep(ctx, kept); err != nil {
		return nil, err
	}
	if err := s.Store.SaveBoard(ctx, identity.Player(ctx), kept); err != nil {
		return nil, err
	}
	return endpoint.Reply(BoardEntry{Spec: made.Spec(), Title: made.Title(), Group: "own"}), nil
}

// The limits of uploads per player.
const (
	maxBoards     = 200
	maxBoardBytes = 20e6
)

// mayKeep returns an error if the user may not upload another board. Concurrent uploads may slightly exceed the limit.
func (s *routes) mayKeep(ctx context.Context, b store.Board) error {
	have, err := s.Store.Kept(ctx, identity.Player(ctx))
	if err != nil {
		return err
	}
	if have.Boards >= maxBoards || have.BoardBytes+int64(len(b.JSON)) > maxBoardBytes {
		return apierror.Say(apierror.StorageFull, "boards.most", "You have %d boards with %.1f MB. The limit is %d with %.0f MB.",
			have.Boards, float64(have.BoardBytes)/1e6, maxBoards, maxBoardBytes/1e6)
	}
	return s.Budget.Spend(ctx, len(b.JSON))
}

// readDraft reads the file of an upload.
func readDraft(in NewBoard) (*boardfile.Draft, error) {
	name := identity.CleanName(in.Name)
	if name == "" {
		name = "board"
	}
	draft, err := boardfile.Read(name, strings.NewReader(in.File))
	if err != nil {
		return nil, err
	}
	if in.Merge {
		draft = draft.Merge()
	}
	return draft, nil
}

// boardFromDraft makes the board of an upload, from one of its components if requested.
func boardFromDraft(draft *boardfile.Draft, in NewBoard) (*board.Board, error) {
	if in.Component >= 0 {
		part, err := draft.Component(in.Component)
		if err != nil {
			return nil, err
		}
		draft = part
	}
	return draft.Board(identity.CleanName(in.Name))
}

// boardFromJSON makes a board from its stored form, and checks that it is the requested one.
func boardFromJSON(kept store.Board) (*board.Board, error) {
	draft, err := boardfile.ReadJSON(kept.Title, bytes.NewReader(kept.JSON))
	if err != nil {
		return nil, err
	}
	made, err := draft.Board(kept.Title)
	if err != nil {
		return nil, err
	}
	if made.Spec() != "id:"+kept.Hash {
		return nil, fmt.Errorf("board \"id:%s\": the store has another board (%s)", kept.Hash, made.Spec())
	}
	return made, nil
}

// reportOf returns a report with the error that prevents a board.
func reportOf(r boardfile.Report, err error) BoardReport {
	out := BoardReport{
		Format: r.Format, Points: r.Points, Edges: r.Edges, Coincident: r.Coincident,
		Degrees: []DegreeCount{}, Components: []BoardComponent{},
		Lines: []BoardLine{}, Warnings: append([]string{}, r.Warnings...),
	}
	for _, d := range r.Degrees {
		out.Degrees = append(out.Degrees, DegreeCount{Degree: d.Degree, Points: d.Points})
	}
	for _, c := range r.Components {
		out.Components = append(out.Components, BoardComponent{Points: c.Points, Edges: c.Edges})
	}
	if err != nil {
		out.Error = err.Error()
		if fe, ok := errors.AsType[*boardfile.Error](err); ok && fe.Line > 0 {
			out.Error = fmt.Sprintf("Line %d: %s", fe.Line, strings.TrimPrefix(fe.Where+": "+fe.Reason, ": "))
		}
	}
	return out
}
