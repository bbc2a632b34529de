// Package config holds an operator's settings. [Load] reads them from the environment, from an
// environment file, and from the files that KEY_FILE variables name. It checks everything and reports
// all problems at once.
//
// It must never repeat a value in a problem, because the value may be a secret under the wrong key. It
// must never print a secret.
package config
