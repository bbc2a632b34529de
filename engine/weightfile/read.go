// Package weightfile reads the files of weights that programs on a command line are told to
// play by. It must never be needed by a bot, which has weights in it.
package weightfile

import (
	"fmt"
	"os"

	"othellobot/engine"
)

// Read reads a file of weights; without a name it gives those that come with the
// program.
func Read(name string) (*engine.Weights, error) {
	if name == "" {
		return engine.Trained(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	weights, err := engine.ReadWeights(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}
