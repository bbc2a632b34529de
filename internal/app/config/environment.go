package config

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
)

// environment returns the value of every key that is set, from the environment or else from the file.
// A key that is set to "" maps to "". KEY_FILE names a file that contains the value of KEY. The
// warning says that other users can read the file.
func environment(file string, getenv func(string) string) (env map[string]string, warning string, err error) {
	fromFile, problems := readFile(file)
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		warning = "others may read the environment file"
	}
	env = make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, err := valueOf(key, getenv)
		if err == nil && value == "" {
			value, err = valueOf(key, func(key string) string { return fromFile[key] })
		}
		_, empty := fromFile[key]
		switch {
		case err != nil:
			problems = append(problems, err)
		case value != "" || empty || slices.Contains(os.Environ(), key+"="):
			env[key] = value
		}
	}
	problems = append(problems, wrongProxies(fromFile, getenv)...)
	problems = append(problems, misspellings(slices.Sorted(maps.Keys(fromFile)), nil)...)
	problems = append(problems, misspellings(namesOf(os.Environ()), env)...)
	return env, warning, errors.Join(problems...)
}

// proxyKeys are the variables that [net/http] reads, which only the environment can set.
var proxyKeys = []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}

// wrongProxies returns a problem for each proxy variable with a malformed address, and for each that
// only the file sets, where [net/http] does not read it.
func wrongProxies(fromFile map[string]string, getenv func(string) string) (problems []error) {
	for _, key := range proxyKeys {
		address := getenv(key)
		if address == "" && fromFile[key] != "" {
			problems = append(problems, fmt.Errorf("%s: it counts in the environment only, not in the file; set it in the unit, the container or the shell that starts the bot", key))
		}
		if strings.EqualFold(key, "NO_PROXY") {
			continue
		}
		if !strings.Contains(address, "://") {
			address = "http://" + address
		}
		if _, err := url.Parse(address); err != nil {
			problems = append(problems, fmt.Errorf("%s: not an address such as http://user:password@proxy.example:3128; in the password write %%40 for @ and %%25 for %%", key))
		}
	}
	return problems
}

func namesOf(variables []string) (names []string) {
	for _, v := range variables {
		if name, value, _ := strings.Cut(v, "="); name != "" && value != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// valueOf returns the value of KEY, or else the content of the file that KEY_FILE names. It reads both
// variables with get.
func valueOf(key string, get func(string) string) (string, error) {
	value, file := get(key), get(key+"_FILE")
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s: %s_FILE is set too; set one of them", key, key)
	}
	content, err := readText(file)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: %w", key, err)
	}
	if value = strings.TrimSpace(content); value == "" {
		return "", fmt.Errorf("%s_FILE: the file is empty", key)
	}
	return value, nil
}
