package slack

import (
	"testing"

	"go.uber.org/goleak"
)

// Settle waits until no task of the adapter is running.
func (a *Adapter) Settle() { a.intake.Wait() }

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
