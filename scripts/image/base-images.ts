/** The two images that the Dockerfile starts from: from a registry or, where none can be reached, built from Debian packages. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { containerOptions, type Podman } from './podman.ts'

export type BaseImages = { build: string; runtime: string }

const fromRegistry: BaseImages = {
  build: 'docker.io/library/node:24-bookworm-slim',
  runtime: 'docker.io/library/debian:bookworm-slim',
}
const local: BaseImages = { build: 'localhost/corkboard-build', runtime: 'localhost/corkboard-debian' }

export function findBaseImages(podman: Podman, folder: string, log: (text: string) => void): BaseImages {
  if (Object.values(fromRegistry).every((image) => podman.tryRun('pull', '--quiet', image).code === 0))
    return fromRegistry
  log('No registry can be reached. Building base images from Debian packages…')
  if (podman.tryRun('image', 'exists', local.runtime).code !== 0) importDebian(podman, folder)
  if (podman.tryRun('image', 'exists', local.build).code !== 0) addNode(podman, folder)
  return local
}

function importDebian(podman: Podman, folder: string) {
  const archive = join(folder, 'debian.tar')
  const packages = ['--variant=minbase', '--include=ca-certificates,tini']
  execFileSync('mmdebstrap', [...packages, 'bookworm', archive, 'http://deb.debian.org/debian'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  podman.run('import', archive, local.runtime)
  rmSync(archive)
}

/** Copies this machine's Node and npm, which only build the image; the site runs on the Node of its packages. */
function addNode(podman: Podman, folder: string) {
  const context = join(folder, 'node')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(join(context, 'certificates'), { recursive: true })
  const npmProgram = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const npmPackage = dirname(dirname(realpathSync(npmProgram)))
  cpSync(npmPackage, join(context, 'npm'), { recursive: true, verbatimSymlinks: true })
  // The Node beside npm, not the one in node_modules.
  cpSync(join(dirname(npmProgram), 'node'), join(context, 'node'))
  // The certificates that this machine trusts, for a registry behind a proxy.
  const bundle = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(bundle)) cpSync(bundle, join(context, 'certificates', 'ca-certificates.crt'))
  writeFileSync(
    join(context, 'Dockerfile'),
    [
      `FROM ${local.runtime}`,
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'COPY certificates/ /etc/ssl/certs/',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
      'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    ].join('\n'),
  )
  podman.run('build', ...containerOptions, '--tag', local.build, context)
}
