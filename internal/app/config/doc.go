// Package config holds an operator's settings: [Load] reads the environment, its
// file, and the files that keys name, checks everything, and reports all problems
// at once.
//
// It must never repeat a value in a problem, for a secret may stand behind the
// wrong key, and never print one: a [Secret] shows itself to nobody but [Secret.Reveal].
package config
