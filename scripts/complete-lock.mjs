// npm run lock: adds to package-lock.json the optional packages for other platforms that npm omitted because the registry
// does not have them; `npm ci` rejects a lock file without them. Adds the hashes that the registry knows by now. Run it after
// every `npm install NAME`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const known = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)))
let added = 0
for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (known.has(name)) continue
    known.add(name)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...platformOf(name),
    }
    added += 1
  }
}
let hashed = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.link || entry.integrity) continue
  const name = `${path.split('node_modules/').at(-1)}@${entry.version}`
  const integrity = spawnSync('npm', ['view', name, 'dist.integrity'], { encoding: 'utf8' }).stdout.trim()
  if (!integrity.startsWith('sha512-')) continue
  entry.integrity = integrity
  hashed += 1
}
const { '': root, ...others } = lock.packages
const sorted = Object.entries(others).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { '': root, ...Object.fromEntries(sorted) }
for (const entry of Object.values(lock.packages)) {
  // A URL would tie every clone to one registry.
  delete entry.resolved
  // npm would compare it with the Node that runs npm, but packages run on the pinned Node.
  if (entry !== root) delete entry.engines
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`package-lock.json is complete; ${added} packages and ${hashed} hashes added.\n`)

/** Returns the platform that a package's name says it is for. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-.]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const musl = words.some((word) => word.startsWith('musl'))
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(os.length > 0 && { os }),
    ...(os.includes('linux') && { libc: [musl ? 'musl' : 'glibc'] }),
  }
}
