// Command image writes an archive with container images of the bot, one for each platform. It takes their
// settings from the Dockerfile and needs no container engine.
//
// It must never use anything except its input, so that the same input gives the same bytes.
//
//	go run ./image -dockerfile ../Dockerfile -version v1.2.3 -commit COMMIT -created TIME linux/amd64=FILE linux/arm64=FILE >image.tar
//
// The archive is an [image layout]. It also has the manifest.json that "docker save" writes, because Docker
// reads nothing else without the containerd image store.
//
// [image layout]: https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
package main
