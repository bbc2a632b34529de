package slack

import (
	"testing"

	"go.uber.org/goleak"
)

// Settle waits until no accepted delivery is running.
func (a *Adapter) Settle() { a.intake.Wait() }

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
