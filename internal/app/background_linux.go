package app

import "syscall"

// lower is by how much a thread in the background is nicer than the others: it gets about a
// tenth of what each of them does, enough not to hold up the collection of garbage, which
// waits for all threads.
const lower = 10

// giveWay lowers the priority of this thread, if the system lets it.
func giveWay() {
	const none = 20 // what the system call adds, https://man7.org/linux/man-pages/man2/getpriority.2.html
	thread := syscall.Gettid()
	if now, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread); err == nil {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, none-now+lower)
	}
}
