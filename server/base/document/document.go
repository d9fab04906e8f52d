// Package document is the common part of features with documents that people follow, such as ladders and simultaneous
// exhibitions. It finds and reads a document, caches the view that people see, streams the view after each change,
// and runs the loop that manages the documents.
package document

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"moyo/server/store"
)

// maxID is the maximum length of an id in bytes.
const maxID = 64

// Find returns the document with an id, as one reads it. The error is unknown if one returns store.ErrNotFound or the
// id is too long for any document.
func Find[D any](ctx context.Context, id string, one func(ctx context.Context, id string) (D, error), unknown error) (d D, err error) {
	if len(id) > maxID {
		return d, unknown
	}
	if d, err = one(ctx, id); errors.Is(err, store.ErrNotFound) {
		err = unknown
	}
	return d, err
}

// Damaged is the error of a document that can never be read.
type Damaged struct{ error }

// Unwrap returns what is wrong with the document.
func (d *Damaged) Unwrap() error { return d.error }

// Damage returns a *Damaged that names a document by its kind and its id.
func Damage(kind, id string, err error) error {
	return &Damaged{fmt.Errorf("%s %s: %w", kind, id, err)}
}

// IsDamaged reports whether an error is that of a damaged document.
func IsDamaged(err error) bool {
	_, damaged := errors.AsType[*Damaged](err)
	return damaged
}

// Decode returns the body of a document, which the store keeps as JSON. The error is a *Damaged.
func Decode[B any](kind, id string, body []byte) (b B, err error) {
	if err := json.Unmarshal(body, &b); err != nil {
		return b, Damage(kind, id, err)
	}
	return b, nil
}

// Shown is the public view of a document with its JSON, so that it is encoded once for all followers.
type Shown[T any] struct {
	View T
	JSON []byte
}

// Show returns a view with its JSON, or the error.
func Show[T any](view T, err error) (s Shown[T], _ error) {
	if err != nil {
		return s, err
	}
	s.View = view
	s.JSON, err = json.Marshal(view)
	return s, err
}
