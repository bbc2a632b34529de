package main

import (
	"fmt"
	"os"

	"othellobot/engine"
)

// readWeights reads a file of weights. Without a name it returns the built-in weights.
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
