package files

import (
	"strings"
	"testing"

	"moyo/record/sgf"
)

func TestSGF(t *testing.T) {
	games, format, err := Read([]byte("(;SZ[9];B[ee])(;SZ[13])"), sgf.Limits{})
	if err != nil || format != SGF || len(games) != 2 {
		t.Errorf("%d games, %q, %v", len(games), format, err)
	}
	if _, _, err := Read([]byte("(;SZ[9];B[ee])"), sgf.Limits{Bytes: 10}); err == nil || !strings.Contains(err.Error(), "longer than 10 bytes") {
		t.Errorf("a file that is too long: %v", err)
	}
}
