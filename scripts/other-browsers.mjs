// Finds or installs the browsers of `npm run test:browsers`: Firefox, and WebKitGTK with a virtual display.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canUseApt } from './apt.mjs'
import { fail } from './install.mjs'

/** Each program: the environment variable that names it, Debian's package, and where to look for it. */
const programs = [
  { variable: 'FIREFOX_PATH', package: 'firefox-esr', find: () => findInPath('firefox-esr', 'firefox') },
  { variable: 'WEBKIT_DRIVER_PATH', package: 'webkit2gtk-driver', find: () => findInPath('WebKitWebDriver') },
  // Comes with the library that the driver depends on.
  { variable: 'MINIBROWSER_PATH', package: 'webkit2gtk-driver', find: findMiniBrowser },
  { variable: 'XVFB_PATH', package: 'xvfb', find: () => findInPath('Xvfb') },
]

/** Returns the environment variables that name the programs. Exits the process with a message if some are missing. */
export function ensureOtherBrowsers() {
  if (missing().length > 0 && canUseApt()) aptInstall(...packagesOf(missing()))
  const names = packagesOf(missing())
  if (names.length > 0) {
    const variables = missing().map(({ variable }) => variable)
    fail(
      `These tests need Firefox and WebKitGTK. Install the packages ${names.join(', ')} (as root: apt-get install ${names.join(' ')}), or set ${variables.join(', ')}.`,
    )
  }
  return Object.fromEntries(programs.map((program) => [program.variable, locate(program)]))
}

const locate = ({ variable, find }) => process.env[variable] || find()

const missing = () =>
  programs.filter((program) => {
    const path = locate(program)
    return !path || !existsSync(path)
  })

const packagesOf = (missingPrograms) => [...new Set(missingPrograms.map((program) => program.package))]

function findInPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Its folder has the versions of the library and of the machine's architecture in its path. */
function findMiniBrowser() {
  const libraries = subfolders('/usr/lib').filter((folder) => folder.includes('-linux-gnu'))
  return [...libraries, '/usr/libexec', '/usr/lib64']
    .flatMap(subfolders)
    .filter((folder) => /\/webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path))
}

const subfolders = (folder) =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
