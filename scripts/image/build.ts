/** Builds the image of the Dockerfile. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBaseImages } from './base-images.ts'
import { containerOptions, createPodman, type Podman } from './podman.ts'

/** Layers and base images stay here for the next build. */
export const imageFolder = process.env.IMAGE_TEST_FOLDER ?? join(tmpdir(), 'corkboard-image')
const log = (text: string) => process.stdout.write(`${text}\n`)

export const findPodman = (): Podman | null =>
  spawnSync('podman', ['--version']).status === 0 ? createPodman(imageFolder) : null

/** `saveAs` is the file of the image, for `podman load` and `docker load`. */
export function buildImage(podman: Podman, root: string, { tag, saveAs }: { tag: string; saveAs?: string }) {
  const bases = findBaseImages(podman, imageFolder, log)
  const npmrc = join(homedir(), '.npmrc')
  log('Building the image…')
  podman.run(
    // The OCI format has no health checks.
    ...['build', '--format', 'docker', ...containerOptions, '--tag', tag],
    ...['--build-arg', `BUILD_IMAGE=${bases.build}`, '--build-arg', `RUNTIME_IMAGE=${bases.runtime}`],
    ...(existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    root,
  )
  log(
    `Its size is ${Math.round(Number(podman.run('image', 'inspect', '--format', '{{.Size}}', tag)) / 1e6)} MB.`,
  )
  if (saveAs) podman.run('save', '--format', 'docker-archive', '--output', saveAs, tag)
}
