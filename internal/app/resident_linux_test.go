package app

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestProgramIsReleased counts pages of files that are in memory. The test's own code comes
// back at once, but not that of everything else.
func TestProgramIsReleased(t *testing.T) {
	before := residentOfFiles(t)
	if err := releaseProgram(); err != nil {
		t.Fatal(err)
	}
	if after := residentOfFiles(t); after >= before {
		t.Errorf("%d KiB of files were in memory, and are %d", before, after)
	}
}

// residentOfFiles is how much of files is in memory, in KiB.
func residentOfFiles(t *testing.T) (kib int) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, of, _ := strings.Cut(string(status), "RssFile:")
	if _, err := fmt.Sscan(of, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}
