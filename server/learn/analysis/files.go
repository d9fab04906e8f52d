package analysis

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/game/draw"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"reflect"
)

// The bounds of problem files.
const (
	maxProblemFile = 1 << 20 // bytes
	maxProblemList = 500     // problems listed per file
	maxFileErrors  = 20
	maxListPoints  = 200_000 // total board points of these problems
	pictureSize    = 800     // pixels
)

// Register adds the routes of problem files.
func (d *Desks) Register(api endpoint.API) {
	errs := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	endpoint.Register(api, access.Take.By(identity.Analyse), huma.Operation{
		OperationID: "read-tsumego", Method: http.MethodPost, Path: "/api/tsumego/read", MaxBodyBytes: maxProblemFile,
		Summary: "The problems of life and death in a file (SGF, text, JSONL)", Errors: append(errs, http.StatusRequestEntityTooLarge),
	}, endpoint.Limited(d.Rates, "problems", d.Problems, d.readTsumego))
	endpoint.Register(api, access.Take.By(identity.Analyse), huma.Operation{
		OperationID: "write-tsumego", Method: http.MethodPost, Path: "/api/tsumego/write", MaxBodyBytes: maxQuestion,
		Summary: "A problem of life and death as a file or a picture", Errors: errs,
	}, endpoint.Limited(d.Rates, "problems", d.Problems, d.writeTsumego))
	d.registerSockets(api)
}

func (d *Desks) registerSockets(api endpoint.API) {
	for _, s := range []struct {
		id, summary, first string
		messages           endpoint.Messages
		handler            http.HandlerFunc
	}{
		{"analysis", "Analyse positions with an engine", "an AnalysisRequest whenever the position changes",
			endpoint.Messages{Sends: AnalysisRequest{}, Receives: AnalysisReply{}}, d.Analysis()},
		{"coach", "Ask the coach about a game", "a CoachRequest",
			endpoint.Messages{Sends: CoachRequest{}, Receives: CoachReply{}}, d.Coach()},
		{"solve", "Solve problems of life and death", "a SolveRequest",
			endpoint.Messages{Sends: SolveRequest{}, Receives: SolveReply{}}, d.Solve()},
	} {
		replies := reflect.TypeOf(s.messages.Receives).Name()
		api.Socket(access.Take.By(identity.Analyse), huma.Operation{
			OperationID: s.id, Path: "/api/" + s.id + "/ws", Summary: s.summary + " over a WebSocket",
			Description: "Send " + s.first + "; /api/asyncapi.json describes the messages.",
			Responses:   map[string]*huma.Response{"101": {Description: replies + " messages follow"}},
		}, s.messages, s.handler)
	}
}

type tsumegoFile struct {
	Name    string `query:"name" maxLength:"200" doc:"name of the file in errors"`
	RawBody []byte
}

// readTsumego lists the problems of a file. The answer includes the errors of single problems.
func (d *Desks) readTsumego(ctx context.Context, in *tsumegoFile) (*endpoint.Answer[TsumegoList], error) {
	var out TsumegoList
	err := d.forRequest(ctx, func() (err error) {
		out, err = d.listed(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(out), nil
}

// forRequest runs work in the fair queue, in the caller's turn.
func (d *Desks) forRequest(ctx context.Context, work func() error) error {
	return d.Reading.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, work)
}

// listed returns the problems of a file.
func (d *Desks) listed(ctx context.Context, in *tsumegoFile) (TsumegoList, error) {
	name := in.Name
	if name == "" {
		name = "the file"
	}
	out := TsumegoList{Problems: []Tsumego{}, Errors: []string{}}
	open := func(spec string) (*board.Board, error) { return d.Boards.Get(ctx, spec) }
	points := 0
	for it, err := range format.Read(name, bytes.NewReader(in.RawBody), open) {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		switch {
		case err != nil && len(out.Errors) < maxFileErrors:
			out.Errors = append(out.Errors, strings.ToValidUTF8(err.Error(), "?"))
		case err != nil:
		case len(out.Problems) >= maxProblemList || points+it.Board.Len() > maxListPoints:
			out.More = true
			return out, nil
		default:
			for _, text := range it.Repairs[:min(len(it.Repairs), maxFileErrors-len(out.Repairs))] {
				out.Repairs = append(out.Repairs, strings.ToValidUTF8(text, "?"))
			}
			points += it.Board.Len()
			out.Problems = append(out.Problems, fromItem(it))
		}
	}
	return out, nil
}

// problemFile is a file as the response to a request.
type problemFile struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// fileKinds are the media types and extensions of the formats.
var fileKinds = map[string]struct{ media, ending string }{
	"sgf":   {"application/x-go-sgf; charset=utf-8", "sgf"},
	"text":  {"text/plain; charset=utf-8", "txt"},
	"jsonl": {"application/jsonl; charset=utf-8", "jsonl"},
	"svg":   {"image/svg+xml", "svg"},
	"png":   {"image/png", "png"},
}

type tsumegoWrite struct{ Body TsumegoWrite }

func (d *Desks) writeTsumego(ctx context.Context, in *tsumegoWrite) (*problemFile, error) {
	kind, ok := fileKinds[in.Body.Format]
	if !ok {
		return nil, apierror.New(apierror.BadRequest, "Unknown format %.20q: please use sgf, text, jsonl, svg or png.", in.Body.Format)
	}
	out := &problemFile{
		ContentType: kind.media,
		Disposition: fmt.Sprintf("attachment; filename=%q", "problem."+kind.ending),
	}
	err := d.forRequest(ctx, func() error {
		p, err := d.draftOf(ctx, in.Body.Problem)
		if err != nil {
			return err
		}
		if out.Body, err = fileOf(p, in.Body.Format); err != nil {
			return apierror.Invalid(err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// fileOf encodes a problem in one of the formats.
func fileOf(p tsumego.Problem, name string) ([]byte, error) {
	var out bytes.Buffer
	if name == "svg" || name == "png" {
		picture, err := draw.New(p.Board, draw.Options{Size: pictureSize, Stones: p.Stones, Marks: targetMarks(p), Coordinates: true})
		if err != nil {
			return nil, err
		}
		if name == "svg" {
			return []byte(picture.SVG()), nil
		}
		err = picture.PNG(&out)
		return out.Bytes(), err
	}
	f, err := format.ByName(name)
	if err != nil {
		return nil, err
	}
	err = format.Write(&out, f, format.Item{Problem: p, Asked: true})
	return out.Bytes(), err
}

// targetMark marks a stone of each chain in question.
const targetMark = "▲"

func targetMarks(p tsumego.Problem) []draw.Mark {
	var marks []draw.Mark
	for _, t := range p.Target {
		marks = append(marks, draw.Mark{Point: t, Kind: draw.Label, Text: targetMark})
	}
	return marks
}

// fromItem returns the wire form of a problem. If the file has no question, it chooses one that suits the position.
func fromItem(it format.Item) Tsumego {
	p := it.Problem
	if !it.Asked {
		p.Question = format.GuessQuestion(&p)
	}
	w := Tsumego{
		ID: p.ID, Board: p.Board.Spec(), Stones: convert.Colors(p.Stones), ToPlay: convert.Side(p.ToPlay),
		Question: p.Question.String(), Target: convert.Points(p.Target), Region: convert.Points(p.Region), Walls: convert.Points(p.Walls),
		Notes: p.Notes,
	}
	if p.Ko != board.None {
		ko := int(p.Ko)
		w.Ko = &ko
	}
	if p.Threats != nil {
		w.Threats = &Threats{Black: int(p.Threats.Black), White: int(p.Threats.White)}
	}
	return w
}
