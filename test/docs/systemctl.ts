/**
 * The `systemctl` of the sandbox, which has no systemd: runs the command lines of units as their user, with their environment, in the
 * folders that they may write to. Units are verified and enabled by the programs of systemd.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { parseEnvironmentFile } from '../../src/server/config/environment-file.ts'

const folders = ['/etc/systemd/system', '/lib/systemd/system']
const states = '/run/units'

/** The values of each key, from the file of the unit and those in its `.d` folder. */
type Unit = Map<string, string[]>

function readUnit(name: string): Unit {
  const [template, instance = ''] = name.includes('@') ? name.split(/(?<=@)/) : [name]
  const file = instance ? `${template}.service` : name
  const unit: Unit = new Map()
  const found = folders.map((folder) => `${folder}/${file}`).find((path) => existsSync(path))
  if (!found) throw new Error(`There is no unit ${name}.`)
  const dropIns = `${folders[0]}/${file}.d`
  const additions = existsSync(dropIns) ? readdirSync(dropIns).map((other) => `${dropIns}/${other}`) : []
  const values = { i: instance.replace(/\.service$/, ''), n: name, H: hostname() }
  for (const path of [found, ...additions])
    for (const [, key = '', value = ''] of readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)) {
      const expanded = value.replaceAll(/%([inH])/g, (_, letter: keyof typeof values) => values[letter])
      unit.set(key, [...(unit.get(key) ?? []), expanded])
    }
  return unit
}

const last = (unit: Unit, key: string, otherwise = '') => unit.get(key)?.at(-1) ?? otherwise

/** Returns the words of a command line; quotation marks keep one together. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )

function environmentOf(unit: Unit): Record<string, string> {
  const own = (unit.get('Environment') ?? []).flatMap((line) => Object.entries(parseEnvironmentFile(line)))
  const files = (unit.get('EnvironmentFile') ?? []).flatMap((file) =>
    file.startsWith('-') && !existsSync(file.slice(1))
      ? []
      : Object.entries(parseEnvironmentFile(readFileSync(file.replace(/^-/, ''), 'utf8'))),
  )
  return { PATH: '/usr/local/bin:/usr/bin:/bin', ...Object.fromEntries([...own, ...files]) }
}

/** Starts the unit's command: as its user, without more rights, and with ProtectSystem=strict on a read-only system. */
function spawnUnit(name: string, unit: Unit) {
  const user = last(unit, 'User', 'root')
  const state = unit.get('StateDirectory')?.map((folder) => `/var/lib/${folder}`) ?? []
  const cache = unit.get('CacheDirectory')?.map((folder) => `/var/cache/${folder}`) ?? []
  for (const folder of [...state, ...cache]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    execFileSync('chown', [`${user}:`, folder])
  }
  const writable = [...state, ...cache, ...(unit.get('ReadWritePaths') ?? []), '/tmp', '/dev', '/proc']
  const protect = [
    ...writable.map((folder) => `mount --rbind ${folder} ${folder}`),
    'mount -o remount,bind,ro /',
  ].join('; ')
  const isStrict = last(unit, 'ProtectSystem') === 'strict'
  const variables = Object.entries(environmentOf(unit)).map(([key, value]) => `${key}=${value}`)
  const log = openSync(`/var/log/${name}.log`, 'a')
  return spawn(
    'unshare',
    [
      ...['--mount', 'bash', '-ec', `${isStrict ? protect : ''}\nexec "$@"`, '--'],
      ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs'],
      ...['env', '-i', `--chdir=${last(unit, 'WorkingDirectory', '/')}`, ...variables],
      ...wordsOf(last(unit, 'ExecStart')),
    ],
    { detached: true, stdio: ['ignore', log, log] },
  )
}

async function start(name: string) {
  const unit = readUnit(name)
  if (name.endsWith('.timer'))
    return void execFileSync('systemd-analyze', ['calendar', last(unit, 'OnCalendar')])
  const child = spawnUnit(name, unit)
  if (last(unit, 'Type') !== 'oneshot') {
    mkdirSync(states, { recursive: true })
    writeFileSync(`${states}/${name}`, String(child.pid))
    return child.unref()
  }
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code === 0) return
  for (const other of unit.get('OnFailure') ?? []) await start(other)
  throw new Error(`${name} failed:\n${readFileSync(`/var/log/${name}.log`, 'utf8')}`)
}

/** nginx and Caddy come with units of their own, which need a real systemd. */
const reloads: Record<string, string> = {
  'nginx.service': 'nginx -s reload 2> /dev/null || nginx',
  'caddy.service': 'caddy reload --config /etc/caddy/Caddyfile || caddy start --config /etc/caddy/Caddyfile',
}

const processOf = (name: string) => Number(readFileSync(`${states}/${name}`, 'utf8'))

function reload(name: string) {
  const own = reloads[name]
  if (own) return void spawnSync('bash', ['-c', own], { stdio: 'ignore' })
  const [program = '', ...args] = wordsOf(last(readUnit(name), 'ExecReload'))
  execFileSync(
    program,
    args.map((word) => word.replace('$MAINPID', String(processOf(name)))),
  )
}

async function stop(name: string) {
  if (!existsSync(`${states}/${name}`)) return
  const main = processOf(name)
  process.kill(main)
  while (existsSync(`/proc/${main}`)) await new Promise((resolve) => setTimeout(resolve, 100))
  rmSync(`${states}/${name}`)
}

const verbs: Record<string, (name: string, now: boolean) => unknown> = {
  start,
  stop,
  reload,
  async restart(name) {
    await stop(name)
    await start(name)
  },
  enable(name, now) {
    execFileSync('/usr/bin/systemctl', ['--root=/', 'enable', name], { stdio: 'inherit' })
    return now && start(name)
  },
}

const [verb = '', ...words] = process.argv.slice(2)
if (verb === 'daemon-reload') {
  const own = readdirSync(folders[0] as string).filter((name) => /^corkboard.*\.(service|timer)$/.test(name))
  execFileSync('systemd-analyze', ['verify', ...own.map((name) => `${folders[0]}/${name}`)], {
    stdio: 'inherit',
  })
} else {
  for (const word of words.filter((word) => !word.startsWith('--'))) {
    const name = /\.(service|timer)$/.test(word) ? word : `${word}.service`
    await verbs[verb]?.(name, words.includes('--now'))
  }
}
