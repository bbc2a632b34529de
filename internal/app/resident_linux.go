package app

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// releaseProgram gives up the pages of the program's own file that were read: most of that code
// and those constants serve only the start. What is needed again comes back from the system's
// cache of the file. Pages that a loader has changed stay, because the file does not have them.
func releaseProgram() error {
	file, err := os.Executable()
	if err != nil {
		return err
	}
	mapped, err := os.Open("/proc/self/smaps") // proc_pid_smaps(5)
	if err != nil {
		return err
	}
	defer mapped.Close()
	var start, end uintptr
	var ofFile bool
	lines := bufio.NewScanner(mapped)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		switch {
		case !strings.HasSuffix(fields[0], ":"): // a mapping, which the lines below describe
			ofFile = fields[1][1] != 'w' && strings.HasSuffix(lines.Text(), " "+file)
			if _, err := fmt.Sscanf(fields[0], "%x-%x", &start, &end); err != nil {
				return err
			}
		case fields[0] == "Anonymous:" && fields[1] == "0" && ofFile:
			if _, _, failure := syscall.Syscall(syscall.SYS_MADVISE, start, end-start, syscall.MADV_DONTNEED); failure != 0 {
				return failure
			}
		}
	}
	return lines.Err()
}
