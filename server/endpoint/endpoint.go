// Package endpoint registers the routes that OpenAPI describes. What they share is
// here: how an error is answered (by the table of package apierror, and logged
// where nobody else hears of it), the size of a body, and how uploads are let in.
package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/apierror"
	"moyo/server/limit"
	"moyo/server/store"
	"moyo/server/wire"
)

// MaxBody is the size of a request's body, in bytes; files have their own.
const MaxBody = 16 << 10

// Answer is what a response is made of.
type Answer[T any] struct{ Body T }

// API is where routes are registered.
type API struct {
	huma.API
	Log *slog.Logger
}

// Register adds a route. The handler's errors become answers.
func Register[I, O any](api API, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	huma.Register(api.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err == nil {
			return out, nil
		}
		e := apierror.Of(err)
		if e.Code == apierror.Internal || errors.Is(err, store.ErrNoSpace) {
			api.Log.Error("request failed", "operation", op.OperationID, "err", err)
		}
		return nil, &problem{e.Problem()}
	})
}

// problem is an answer that is an error.
type problem struct{ wire.Problem }

// Error implements error.
func (p *problem) Error() string { return p.Detail }

// GetStatus implements huma.StatusError.
func (p *problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *problem) ContentType(string) string { return "application/problem+json" }

// UploadTime bounds how long an upload may take.
const UploadTime = time.Minute

// Uploads let in those who send files, which are costly to read.
type Uploads struct {
	Reading *limit.Addresses // its connections are the uploads being read and looked at
	Rates   *limit.Addresses
	Rate    float64 // uploads a second that one address may send on end
}

// Admit refuses an upload before its body is read: afterwards the refusal would
// have cost it all.
func (u Uploads) Admit(api API) huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		leave, err := u.Reading.Connect(ctx.Context())
		if err != nil {
			refuse(ctx, limit.ErrTooOften)
			return
		}
		defer leave()
		if u.Rates.Allow(ctx.Context(), "boards", u.Rate) != nil {
			refuse(ctx, limit.ErrTooOften)
			return
		}
		next(ctx)
	}}
}

// errTooLarge answers those whose body is longer than what its route takes.
var errTooLarge = apierror.Say(apierror.TooLarge, "server.large", "What was sent is larger than what is taken here.")

// Problems is a transformer of huma's answers: where a body that did not say how long it is
// comes to more than its route takes, the answer is as all others are.
func Problems(_ huma.Context, _ string, answer any) (any, error) {
	if own, ok := answer.(*huma.ErrorModel); ok && own.Status == http.StatusRequestEntityTooLarge {
		return &problem{apierror.Of(errTooLarge).Problem()}, nil
	}
	return answer, nil
}

// AtMost refuses a body that says to be longer before it is read. What does not say how
// long it is meets huma's own bound.
func AtMost(bytes int64, refusal error) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if n, err := strconv.ParseInt(ctx.Header("Content-Length"), 10, 64); err == nil && n > bytes {
			refuse(ctx, refusal)
			return
		}
		next(ctx)
	}
}

// refuse answers a request whose body has not been read.
func refuse(ctx huma.Context, err error) {
	ctx.SetHeader("Connection", "close") // else the body would be waited for
	answer := &problem{apierror.Of(err).Problem()}
	ctx.SetHeader("Content-Type", answer.ContentType(""))
	ctx.SetStatus(answer.Status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(answer)
}

// Reply returns a response with that body.
func Reply[T any](body T) *Answer[T] { return &Answer[T]{Body: body} }
