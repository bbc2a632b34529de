package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, ".env"), filepath.Join(dir, "secret")
	write(t, file, 0o600, "LOG_LEVEL=debug\nLOG_FORMAT=json\nIDLE_EXPIRY_FILE="+secret+"\n")
	write(t, secret, 0o600, "24h\n")

	set := map[string]string{"LOG_FORMAT": "text"}
	env, warning, err := environment(file, func(key string) string { return set[key] })
	if err != nil || warning != "" {
		t.Fatal(err, warning)
	}
	for key, want := range map[string]string{
		"LOG_LEVEL":   "debug", // from the file
		"LOG_FORMAT":  "text",  // the environment wins
		"IDLE_EXPIRY": "24h",   // from the file that IDLE_EXPIRY_FILE names
		"RETENTION":   "",      // set nowhere
	} {
		if env[key] != want {
			t.Errorf("%s is %q, want %q", key, env[key], want)
		}
	}

	set["IDLE_EXPIRY"] = "1h"
	if env, _, err := environment(file, func(key string) string { return set[key] }); err != nil || env["IDLE_EXPIRY"] != "1h" {
		t.Errorf("the environment wins over a file named in the file: %q, %v", env["IDLE_EXPIRY"], err)
	}
	set["IDLE_EXPIRY_FILE"] = secret
	if _, _, err := environment(file, func(key string) string { return set[key] }); err == nil || !strings.Contains(err.Error(), "IDLE_EXPIRY_FILE") {
		t.Errorf("a key and its file at once: %v", err)
	}
}

func TestOpenEnvironmentFileIsWarnedAbout(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write(t, file, 0o644, "LOG_LEVEL=debug\n")
	env, warning, err := environment(file, func(string) string { return "" })
	if err != nil || warning == "" || env["LOG_LEVEL"] != "debug" {
		t.Errorf("a file that others may read: %q, %v", warning, err)
	}
}

func TestFolderAsEnvironmentFile(t *testing.T) {
	if _, _, err := environment(t.TempDir(), func(string) string { return "" }); err == nil {
		t.Error("a folder is read as a file")
	}
}

func write(t *testing.T, file string, mode os.FileMode, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
}
