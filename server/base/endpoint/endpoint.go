// Package endpoint registers routes, each with its handler, permissions and description. It contains what routes
// share: answers to errors (by the table of package apierror; internal errors are logged), and limits of bodies and
// uploads.
package endpoint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// MaxBody is the maximum size of a request's body in bytes. Files have their own limits.
const MaxBody = 16 << 10

// Answer is a response with a body.
type Answer[T any] struct{ Body T }

// API is where features register their routes.
type API struct {
	huma.API
	Mux      *http.ServeMux
	Rules    access.Rules
	Channels map[string]Messages                     // of connections that stay open, by path
	Stream   func(http.HandlerFunc) http.HandlerFunc // limits event streams, and ends them with the server
	Log      *slog.Logger
}

// Messages describe a connection that stays open: the types of the client's and of the server's messages, as values;
// nil for none.
type Messages struct{ Sends, Receives any }

// Register adds a route and converts the handler's errors into answers.
func Register[I, O any](api API, rule access.Rule, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	api.Rules[pattern(op)] = rule
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

// Describe returns the OpenAPI description of a route with a small body. errs are the statuses of its errors besides
// that of too many requests.
func Describe(id, method, path, summary string, errs ...int) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, MaxBodyBytes: MaxBody, Errors: append(errs, http.StatusTooManyRequests),
	}
}

// Creates returns the description of a route that creates something.
func Creates(op huma.Operation) huma.Operation {
	op.DefaultStatus = http.StatusCreated
	return op
}

// Limited returns a handler that refuses requests of an address over a sustained rate per second. what names the kind
// of request; each kind has its own limit.
func Limited[I, O any](
	rates *limit.Addresses, what string, rate float64, handler func(context.Context, *I) (*O, error),
) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		if err := rates.Allow(ctx, what, rate); err != nil {
			return nil, err
		}
		return handler(ctx, in)
	}
}

func pattern(op huma.Operation) string { return op.Method + " " + op.Path }

// Handle adds a route that does not answer with a single JSON value. OpenAPI describes it if it has an id.
func (api API) Handle(rule access.Rule, op huma.Operation, handler http.HandlerFunc) {
	op.Method = cmp.Or(op.Method, http.MethodGet)
	api.Rules[pattern(op)] = rule
	api.Mux.HandleFunc(pattern(op), handler)
	if op.OperationID == "" {
		return
	}
	for name := range strings.SplitSeq(op.Path, "{") {
		if name, _, ok := strings.Cut(name, "}"); ok {
			op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: "string"}})
		}
	}
	api.OpenAPI().AddOperation(&op)
}

// Socket adds a WebSocket, or another connection that the handler manages itself.
func (api API) Socket(rule access.Rule, op huma.Operation, messages Messages, handler http.HandlerFunc) {
	api.Handle(rule, op, handler)
	api.Channels[op.Path] = messages
}

// Events adds a stream of server-sent events or lines, each a value of one type.
func (api API) Events(rule access.Rule, op huma.Operation, each any, handler http.HandlerFunc) {
	api.Socket(rule, op, Messages{nil, each}, api.Stream(handler))
}

// problem is an answer with an error.
type problem struct{ wire.Problem }

// Error implements error.
func (p *problem) Error() string { return p.Detail }

// GetStatus implements huma.StatusError.
func (p *problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *problem) ContentType(string) string { return "application/problem+json" }

// UploadTime is the maximum duration of an upload.
const UploadTime = time.Minute

// Uploads limit how many files are read at the same time, and how often, because reading one is costly.
type Uploads struct {
	Reading *limit.Addresses // its connections are the uploads being read and processed
	Rates   *limit.Addresses
	Rate    float64 // sustained uploads per second and address
}

// Admit refuses an upload before its body is read, when the refusal is still cheap.
func (u Uploads) Admit() huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		if u.Rates.Allow(ctx.Context(), "boards", u.Rate) != nil { // first, since a refusal below takes a place while it discards the body
			refuse(ctx, limit.ErrTooOften)
			return
		}
		leave, err := u.Reading.Connect(ctx.Context())
		if err != nil {
			refuse(ctx, limit.ErrTooOften)
			return
		}
		defer leave()
		next(ctx)
	}}
}

// errTooLarge refuses a body over the limit of its route.
var errTooLarge = apierror.Say(apierror.TooLarge, "server.large", "This is too large to upload here.")

// errBroken refuses a body that ends early or has invalid chunks.
var errBroken = apierror.Say(apierror.BadRequest, "server.broken", "The upload is damaged or incomplete. Please try again.")

// Problems transforms two of huma's own errors into the common form: a body without a stated length that is over the
// limit of its route, and a body that cannot be read.
func Problems(ctx huma.Context, _ string, answer any) (any, error) {
	own, ok := answer.(*huma.ErrorModel)
	switch {
	case ok && own.Status == http.StatusRequestEntityTooLarge:
		return &problem{apierror.Of(errTooLarge).Problem()}, nil
	case ok && own.Status == http.StatusInternalServerError && isBroken(ctx):
		return &problem{apierror.Of(errBroken).Problem()}, nil
	}
	return answer, nil
}

// Bodies is a middleware that notices a body that could not be read, which huma would report as an error of the
// server.
func Bodies(ctx huma.Context, next func(huma.Context)) { next(&bodied{request: ctx}) }

// request is huma's context. It has another name because an embedded Context would hide its method Context.
type request huma.Context

// bodied is a request whose body is being read.
type bodied struct {
	request
	broken bool
}

// Unwrap returns the original request, for huma.
func (b *bodied) Unwrap() huma.Context { return b.request }

// BodyReader returns the body.
func (b *bodied) BodyReader() io.Reader { return &noting{b.request.BodyReader(), b} }

// SetStatus sets the status of the answer.
func (b *bodied) SetStatus(code int) {
	if b.broken && code == http.StatusInternalServerError {
		code = http.StatusBadRequest
	}
	b.request.SetStatus(code)
}

// noting is a body that records whether it is broken. huma handles its time and size.
type noting struct {
	io.Reader
	of *bodied
}

func (n *noting) Read(p []byte) (int, error) {
	count, err := n.Reader.Read(p)
	n.of.broken = n.of.broken || err != nil && !errors.Is(err, io.EOF)
	return count, err
}

// Close closes the body.
func (n *noting) Close() error {
	if c, ok := n.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// isBroken reports whether the body of a request could not be read.
func isBroken(ctx huma.Context) bool {
	for {
		switch c := ctx.(type) {
		case *bodied:
			return c.broken
		case interface{ Unwrap() huma.Context }:
			ctx = c.Unwrap()
		default:
			return false
		}
	}
}

// AtMost refuses a request by its Content-Length, before its body is read. Without that header, huma's own limit
// applies.
func AtMost(bytes int64, refusal error) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if n, err := strconv.ParseInt(ctx.Header("Content-Length"), 10, 64); err == nil && n > bytes {
			refuse(ctx, refusal)
			return
		}
		next(ctx)
	}
}

// Limits of the discarded part of a refused body. Many clients read no answer before they have sent everything, and
// would only see that the connection is reset.
const (
	drainBytes = 32 << 20
	drainTime  = 5 * time.Second
)

// refuse answers a request without reading its body.
func refuse(ctx huma.Context, err error) {
	ctx.SetHeader("Connection", "close") // otherwise the server would wait for the body
	answer := &problem{apierror.Of(err).Problem()}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // it contains only texts and numbers
	}
	ctx.SetHeader("Content-Type", answer.ContentType(""))
	ctx.SetHeader("Content-Length", strconv.Itoa(len(body))) // so that the answer is complete before the rest is read
	ctx.SetStatus(answer.Status)
	_, _ = ctx.BodyWriter().Write(body)
	w, ok := ctx.BodyWriter().(http.ResponseWriter)
	if !ok || ctx.Header("Expect") != "" || http.NewResponseController(w).Flush() != nil ||
		ctx.SetReadDeadline(time.Now().Add(drainTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, ctx.BodyReader(), drainBytes)
}

// Reply returns a response with a body.
func Reply[T any](body T) *Answer[T] { return &Answer[T]{Body: body} }

// ReplyOr returns a response with a body, or the error.
func ReplyOr[T any](body T, err error) (*Answer[T], error) {
	if err != nil {
		return nil, err
	}
	return Reply(body), nil
}

// ByID is the input of a route whose only parameter is an id.
type ByID struct {
	ID string `path:"id"`
}

// One returns a handler that answers with the result of show for an id.
func One[T any](show func(ctx context.Context, id string) (T, error)) func(context.Context, *ByID) (*Answer[T], error) {
	return func(ctx context.Context, in *ByID) (*Answer[T], error) { return ReplyOr(show(ctx, in.ID)) }
}
