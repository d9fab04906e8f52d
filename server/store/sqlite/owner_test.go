//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOwner checks that files made by root in a folder of the server's user belong to that user,
// and that other files keep their owner.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const server, group, other = 61234, 61235, 61236
	folder := func() string {
		dir := t.TempDir()
		if err := os.Chown(dir, server, group); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	belongs := func(dir, name string, user, group uint32) {
		t.Helper()
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if is := info.Sys().(*syscall.Stat_t); is.Uid != user || is.Gid != group {
			t.Errorf("%s belongs to %d:%d, want %d:%d", name, is.Uid, is.Gid, user, group)
		}
	}

	made := folder()
	s, err := Open(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{File, File + "-wal", lockFile} {
		belongs(made, name, server, group)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "copy.db")
	if err := Backup(t.Context(), made, backup); err != nil {
		t.Fatal(err)
	}
	restored := folder()
	if err := Restore(t.Context(), backup, restored, false); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{File, lockFile} {
		belongs(restored, name, server, group)
	}

	if err := os.Chown(filepath.Join(restored, File), other, other); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), restored); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	belongs(restored, File, other, other)
}
