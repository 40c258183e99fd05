/**
 * Runs the corkboard command in any folder. When graphile-worker is loaded, it looks for its configuration there: it would fail in a
 * folder that the user cannot read, such as root's with sudo, and would execute JavaScript in a folder that others can write to.
 */
const folder = process.cwd()
process.chdir(import.meta.dirname)
await import('graphile-worker')
try {
  process.chdir(folder)
} catch {
  // The files that arguments name could not be opened there either.
  process.chdir('/')
}
await import('./main.ts')
