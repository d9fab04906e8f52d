package training

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// The bounds of imported collections.
const (
	maxCollectionBody  = 4 << 20 // bytes of the request
	maxCollections     = 20      // of one player
	maxCollectionBytes = 20e6    // of all of one player
	maxCollectionFile  = 500     // files
	maxOwnProblems     = 1000    // of one collection
	maxSkipped         = 50      // problems listed as skipped
	maxNotes           = 600     // bytes
)

func (s *Service) registerCollections(api endpoint.API) {
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "new-collection", Method: http.MethodPost, Path: "/api/training/collections", DefaultStatus: http.StatusCreated,
		Summary: "Import a collection of problems", MaxBodyBytes: maxCollectionBody, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: s.Uploads.Admit(), SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.postCollection)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "delete-collection", Method: http.MethodDelete, Path: "/api/training/collections/{id}", DefaultStatus: http.StatusNoContent,
		Summary: "Delete an imported collection", Errors: []int{http.StatusNotFound},
	}, s.deleteCollection)
}

func (s *Service) postCollection(
	ctx context.Context, in *struct{ Body NewCollection },
) (*endpoint.Answer[CollectionReport], error) {
	title := identity.CleanName(in.Body.Title)
	if title == "" {
		title = "My problems"
	}
	if n := len(in.Body.Files); n == 0 || n > maxCollectionFile {
		return nil, apierror.Say(apierror.BadRequest, "training.files", "A collection needs 1 to 500 files.")
	}
	own, err := s.kept.collections(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	if len(own) >= maxCollections {
		return nil, apierror.Say(apierror.BadRequest, "training.collections",
			"You already have 20 collections, which is the limit. Please delete one first.")
	}
	c := ownCollection{Owner: identity.Player(ctx), ID: identity.NewID(), Title: title, Created: s.Now()}
	problems, report, err := s.readCollection(ctx, c.ID, in.Body.Files)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		return nil, apierror.Say(apierror.BadRequest, "training.nothingHere", "These files have no problems that you can train with. %s",
			firstReason(report.Skipped))
	}
	var body bytes.Buffer
	if err := bank.Write(&body, problems); err != nil {
		return nil, err
	}
	c.Problems, c.Body = len(problems), body.Bytes()
	if have, err := s.Store.Kept(ctx, c.Owner); err != nil {
		return nil, err
	} else if have.CollectionBytes+int64(len(c.Body)) > maxCollectionBytes {
		return nil, apierror.Say(apierror.StorageFull, "training.space",
			"Your collections use %.1f MB of at most %.0f MB. Please delete one first.",
			float64(have.CollectionBytes)/1e6, maxCollectionBytes/1e6)
	}
	if err := s.Budget.Spend(ctx, len(c.Body)); err != nil {
		return nil, err
	}
	if err := s.kept.saveCollection(ctx, c); err != nil {
		return nil, err
	}
	report.Collection = (&trainee{}).progress(ownSet(c))
	return endpoint.Reply(report), nil
}

func firstReason(skipped []SkippedProblem) string {
	if len(skipped) == 0 {
		return ""
	}
	return skipped[0].File + ": " + skipped[0].Reason + "."
}

// readCollection reads the problems of files and numbers them, and reports the skipped and the repaired
// ones. The error is that of ctx.
func (s *Service) readCollection(
	ctx context.Context, collection string, files []CollectionFile,
) (problems []bank.Problem, report CollectionReport, err error) {
	report.Skipped = []SkippedProblem{}
	list := func(to *[]SkippedProblem, name, reason string) {
		if len(*to) < maxSkipped {
			*to = append(*to, SkippedProblem{File: name, Reason: reason})
		}
	}
	open := func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }
	for _, file := range files {
		name := identity.CleanName(file.Name)
		for item, err := range format.Read(name, strings.NewReader(file.Text), open) {
			if ctx.Err() != nil {
				return nil, report, ctx.Err()
			}
			if len(problems) >= maxOwnProblems {
				list(&report.Skipped, name, "a collection can have at most 1,000 problems")
				break
			}
			p, err := ownProblem(item, err)
			if err != nil {
				list(&report.Skipped, name, reasonOf(err))
				continue
			}
			for _, text := range item.Repairs {
				list(&report.Repaired, name, strings.TrimPrefix(text, name+": "))
			}
			p.ID = ownID(collection, len(problems)+1)
			problems = append(problems, p)
		}
	}
	return problems, report, nil
}

// reasonOf returns the reason to skip a problem, without the name of its file.
func reasonOf(err error) string {
	var fe *format.FileError
	if errors.As(err, &fe) {
		place := ""
		if fe.Place != "" {
			place = fe.Place + ": "
		}
		return place + apierror.Unaskable(fe.Err).Text
	}
	return apierror.Unaskable(err).Text
}

// ownProblem converts a problem of a file for training, or returns an error.
func ownProblem(item format.Item, err error) (bank.Problem, error) {
	p := item.Problem
	if err != nil {
		return bank.Problem{}, err
	}
	if !item.Asked {
		p.Question = format.GuessQuestion(&p)
	}
	if p.Question == tsumego.Status {
		return bank.Problem{}, errors.New("it only asks for the status, so there is no move to find")
	}
	if len(p.Region) == 0 {
		if p, err = life.FindRegion(p); err != nil {
			return bank.Problem{}, err
		}
	}
	if len(p.Notes) > maxNotes {
		p.Notes = strings.ToValidUTF8(p.Notes[:maxNotes], "")
	}
	return bank.Problem{Problem: p, Best: life.Unknown}, p.Check()
}

func (s *Service) deleteCollection(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*struct{}, error) {
	err := s.kept.deleteCollection(ctx, identity.Player(ctx), strings.TrimPrefix(in.ID, ownPrefix))
	if errors.Is(err, store.ErrNotFound) {
		return nil, apierror.Say(apierror.NotFound, "training.noCollection", "This collection does not exist.")
	}
	if err != nil {
		return nil, err
	}
	return &struct{}{}, nil
}
