package anvil

import "syscall"

// dieWithParent makes the kernel kill anvil when the thread that started it ends.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
