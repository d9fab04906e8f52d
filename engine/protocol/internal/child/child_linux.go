package child

import "syscall"

// dieWithParent makes the system kill the program when this one is killed and
// cannot do so itself. The signal comes when the thread that started the program
// ends. The Go runtime ends only threads that a goroutine has locked.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
