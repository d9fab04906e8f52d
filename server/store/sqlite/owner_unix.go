//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// giveToOwner gives a file in the folder dir that root has made to the folder's owner,
// as SQLite does with the files that it lays beside a database: else an operator who makes
// the first account or restores a copy as root locks the server out, which runs as the
// owner. Files that are not root's, or have another name somewhere, stay as they are.
func giveToOwner(dir, name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	folder, err := os.Stat(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	file, err := os.Lstat(path)
	if err != nil {
		return err
	}
	owner, is := folder.Sys().(*syscall.Stat_t), file.Sys().(*syscall.Stat_t)
	if !file.Mode().IsRegular() || is.Uid != 0 || is.Nlink != 1 || owner.Uid == 0 {
		return nil
	}
	return os.Lchown(path, int(owner.Uid), int(owner.Gid))
}
