//go:build !linux

package devchain

// PortHolder names the process that listens on a TCP port; it is known on Linux
// only and "" elsewhere.
func PortHolder(int) string { return "" }
