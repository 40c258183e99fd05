/**
 * npm run test:image: builds the image of the Dockerfile with podman and checks a container of it: it serves pages, accepts a
 * sign-up, keeps its data, runs the documented commands without root rights on a read-only file system, and stops on SIGTERM.
 */
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { blocksFor } from '../../test/docs/blocks.ts'
import { buildImage, imageFolder } from './build.ts'
import { containerOptions, createPodman, type Podman } from './podman.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const port = Number(process.env.PORT ?? 4310)
const url = `http://127.0.0.1:${port}`
const image = 'localhost/corkboard'
const name = 'corkboard-test'
const volume = 'corkboard-test-data'
const backups = 'corkboard-test-backups'
const stopSeconds = 60
/** What docs/operating.md says about containers. */
const blocks = blocksFor('image')
const log = (text: string) => process.stdout.write(`${text}\n`)

/** Starts it as compose.yaml does, on loopback only. */
function start(podman: Podman) {
  const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    RATE_LIMIT: '10',
    BACKUP_URL: '/backups',
  }
  podman.run(
    ...['run', '--detach', '--name', name, ...containerOptions, ...hardened, '--shm-size=256m'],
    ...['--volume', `${volume}:/data`, '--volume', `${backups}:/backups`],
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  )
}

async function untilReady(podman: Podman) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    const state = podman.run('inspect', '--format', '{{.State.Status}}', name)
    if (state === 'exited') throw new Error(`The container ended:\n${podman.tryRun('logs', name).output}`)
    await delay(200)
  }
  throw new Error(`The site was not ready in time:\n${podman.tryRun('logs', name).output}`)
}

function check(what: string, passed: boolean, details: unknown = '') {
  log(`${passed ? '✓' : '✗'} ${what}`)
  if (!passed) throw new Error(`${what}: ${String(details)}`)
}

const statusOf = async (path: string) => (await fetch(url + path)).status

async function signUp(email: string): Promise<number> {
  const body = JSON.stringify({ email, password: 'orbit mango velvet 41', name: 'Ada Park' })
  const headers = { 'content-type': 'application/json', origin: url }
  return (await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })).status
}

const countEmails = (podman: Podman) =>
  podman.run('exec', name, 'sh', '-c', 'ls /data/outbox 2>/dev/null | wc -l')

async function checkRunning(podman: Podman) {
  for (const path of ['/healthz', '/readyz', '/', '/all-services', '/api/services'])
    check(`GET ${path} returns 200`, (await statusOf(path)) === 200)
  check('the development mailbox does not exist', (await statusOf('/dev/mailbox')) === 404)
  check('POST creates a sign-up', (await signUp('ada@example.com')) === 200)
  const users = podman.run('exec', name, 'sh', '-c', 'cat /proc/[0-9]*/status | grep ^Uid: | sort -u')
  check('no process runs as root', /^Uid:\s+10001\s+10001\s+10001\s+10001$/.test(users), users)
  check('the programs cannot be changed', podman.tryRun('exec', name, 'touch', '/opt/corkboard/x').code !== 0)
  check('the health check passes', podman.tryRun('healthcheck', 'run', name).code === 0)
}

/** Runs the documented commands in the container, without Compose. */
function checkCommands(podman: Podman) {
  const inContainer = /^docker compose exec site (.+)$/
  for (const line of blocks.take('docs/operating.md, Commands 3').trim().split('\n')) {
    const words = inContainer.exec(line)?.[1]?.split(' ') ?? []
    const { code, output } = podman.tryRun('exec', name, ...words)
    check(line, code === 0 && output.includes('you@example.org'), output)
  }
  for (const words of ['admin list', 'backup', 'backup --schedule']) {
    const { code, output } = podman.tryRun('exec', name, 'corkboard', ...words.split(' '))
    check(`corkboard ${words}`, code === 0, output)
  }
  const files = podman.run('exec', name, 'ls', '/backups')
  check('backups are in the volume of compose.yaml', /\.tar\.zst$/m.test(files), files)
}

/** Each line of the block is one that this program follows with podman. */
function checkInstructions() {
  const lines = blocks.take('docs/operating.md, Containers 1').trim().split('\n')
  const followed = [
    /^echo 'PUBLIC_URL=.+' > \.env$/,
    /^docker build -t corkboard \.$/,
    /^docker compose up -d$/,
  ]
  check(
    'the instructions are those that were followed',
    lines.length === followed.length && followed.every((step, index) => step.test(lines[index] ?? '')),
    lines,
  )
  check('every block was run', blocks.left().length === 0, blocks.left())
}

async function checkStopAndRestart(podman: Podman) {
  await until('the email of the sign-up is written', async () => Number(countEmails(podman)) > 0)
  const started = Date.now()
  podman.run('stop', '--time', String(stopSeconds), name)
  const exitCode = podman.run('inspect', '--format', '{{.State.ExitCode}}', name)
  check(
    `SIGTERM stops it with exit code 0 in ${Math.round((Date.now() - started) / 100) / 10} s`,
    exitCode === '0',
    exitCode,
  )
  podman.run('rm', name)
  start(podman)
  await untilReady(podman)
  check('a new container on the volume has the data of the first', Number(countEmails(podman)) > 0)
  podman.run('kill', '--signal=KILL', name)
  // kill returns before the container has ended, and start does nothing until then.
  podman.run('wait', name)
  podman.run('start', name)
  await untilReady(podman)
  check('it recovers after it was killed', (await statusOf('/all-services')) === 200)
}

async function until(what: string, condition: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 150 && !(await condition()); attempt += 1) await delay(200)
  check(what, await condition())
}

function cleanUp(podman: Podman) {
  podman.tryRun('rm', '--force', '--time', '1', name)
  podman.tryRun('volume', 'rm', '--force', volume, backups)
}

async function main() {
  const podman = createPodman(imageFolder)
  cleanUp(podman)
  try {
    buildImage(podman, root, { tag: image })
    start(podman)
    await untilReady(podman)
    await checkRunning(podman)
    checkCommands(podman)
    checkInstructions()
    await checkStopAndRestart(podman)
    log('The image works.')
  } finally {
    cleanUp(podman)
    // Images and layers stay for the next run unless KEEP_IMAGES=off.
    if (process.env.KEEP_IMAGES === 'off') {
      podman.tryRun('system', 'reset', '--force')
      rmSync(imageFolder, { recursive: true, force: true })
    }
  }
}

await main()
process.channel?.unref()
