//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// giveToOwner gives a file in the folder dir that root has created to the folder's owner,
// as SQLite does with the files beside a database. Otherwise an operator who creates
// the first account or restores a copy as root would lock out the server, which runs as
// the owner. Files of other users, and files with further links, stay unchanged.
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
