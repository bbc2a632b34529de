package main

import (
	"fmt"
	"os"

	"othellobot/engine"
)

// readWeights reads a file of weights; without a name it gives those that come with the
// program.
func readWeights(name string) (*engine.Weights, error) {
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
