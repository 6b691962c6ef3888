package devchain

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// PortHolder names the process that listens on a TCP port, such as "process
// 4711 (postgres)", or "" if it cannot be found: the process may belong to
// another user, whose open files only root can see.
func PortHolder(port int) string {
	inodes := listeners(port)
	if len(inodes) == 0 {
		return ""
	}
	procs, _ := filepath.Glob("/proc/[0-9]*") // fails on a malformed pattern only
	for _, p := range procs {
		fds, err := os.ReadDir(filepath.Join(p, "fd"))
		if err != nil {
			continue
		}
		for _, fd := range fds {
			target, err := os.Readlink(filepath.Join(p, "fd", fd.Name()))
			if err != nil || !inodes[strings.TrimSuffix(strings.TrimPrefix(target, "socket:["), "]")] {
				continue
			}
			name, err := os.ReadFile(filepath.Join(p, "comm"))
			if err != nil {
				continue
			}
			return fmt.Sprintf("process %s (%s)", filepath.Base(p), strings.TrimSpace(string(name)))
		}
	}
	return ""
}

// listeners returns the inodes of the sockets that listen on port.
func listeners(port int) map[string]bool {
	const listen = "0A" // TCP_LISTEN
	out := map[string]bool{}
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(file)
		if err != nil {
			continue
		}
		for sc := bufio.NewScanner(f); sc.Scan(); {
			// sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode
			v := strings.Fields(sc.Text())
			if len(v) < 10 || v[3] != listen {
				continue
			}
			_, hex, _ := strings.Cut(v[1], ":")
			if n, err := strconv.ParseUint(hex, 16, 16); err == nil && int(n) == port {
				out[v[9]] = true
			}
		}
		_ = f.Close()
	}
	return out
}
