/** node scripts/run.mjs scripts/release/stage.ts <folder>: writes what a release consists of, for the Dockerfile. */
import { fileURLToPath } from 'node:url'
import { writeRelease } from './archive.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder to write to.')
writeRelease(fileURLToPath(new URL('../../', import.meta.url)), folder)
