package store

import (
	"database/sql"
	"encoding/json"
	"time"
)

// MilliOrZero returns t as a column value in milliseconds since 1970, or 0 for the zero time.
func MilliOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// MilliOrNull returns t as a column value in milliseconds since 1970, or NULL for the zero time.
func MilliOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// TimeOrZero is the inverse of MilliOrNull.
func TimeOrZero(milli sql.NullInt64) time.Time {
	if !milli.Valid {
		return time.Time{}
	}
	return time.UnixMilli(milli.Int64).UTC()
}

// JSON returns a column with JSON, or {} if the text is not valid JSON.
func JSON(text []byte) json.RawMessage {
	if !json.Valid(text) {
		return json.RawMessage("{}")
	}
	return text
}

// Blob returns b as a column value that is not NULL, even if b is nil.
func Blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
