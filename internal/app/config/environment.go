package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/joho/godotenv"
)

// environment gives every key that is set its value: from the environment, else from the
// file. KEY_FILE names a file that holds the value of KEY; to
// set both is a mistake, and so is a key in the file that is nearly one of ours. A missing file is none; one that others may read gives
// a warning.
func environment(file string, getenv func(string) string) (env map[string]string, warning string, err error) {
	fromFile, err := godotenv.Read(file)
	var problems []error
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		problems = append(problems, fmt.Errorf("%s: not readable as KEY=value lines", file)) // its text may hold secrets
	default:
		if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
			warning = "others may read the environment file"
		}
	}
	problems = append(problems, slips(fromFile)...)
	look := func(key string) string { return fromFile[key] }
	env = make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, err := valueOf(key, getenv)
		if err == nil && value == "" {
			value, err = valueOf(key, look)
		}
		switch {
		case err != nil:
			problems = append(problems, err)
		case value != "":
			env[key] = value
		}
	}
	return env, warning, errors.Join(problems...)
}

// valueOf is the value of a key in one layer, the environment or its file, or
// what the file named by KEY_FILE there holds.
func valueOf(key string, look func(string) string) (string, error) {
	value, file := look(key), look(key+"_FILE")
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s: %s_FILE is set too; set one of them", key, key)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: the file cannot be read", key)
	}
	if value = strings.TrimSpace(string(content)); value == "" {
		return "", fmt.Errorf("%s_FILE: the file is empty", key)
	}
	return value, nil
}
