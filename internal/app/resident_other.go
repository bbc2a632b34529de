//go:build !linux

package app

func releaseProgram() error { return nil }
