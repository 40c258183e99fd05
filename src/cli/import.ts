import { createReadStream } from 'node:fs'
import type { Config } from '../server/config/environment.ts'
import { createCatalog } from '../server/modules/catalog/service.ts'
import { importListings } from '../server/modules/listings/import/import-listings.ts'
import { readLines } from '../server/modules/listings/import/read-lines.ts'
import { readSettingsOrDefaults } from '../server/modules/settings/service.ts'
import type { Database } from '../server/platform/database/database.ts'
import { withImportLock } from '../server/platform/database/import-lock.ts'
import { formatCount } from '../shared/format.ts'
import type { DatabaseCommand } from './command.ts'

type Mode = { dryRun: boolean; skipBadLines: boolean }

const command = (usage: string, mode: Mode): DatabaseCommand => ({
  usage,
  argument: 'file',
  run: (database, file, config) => runImport(database, file, config, mode),
})

export const importCommand = command(
  'add the ads of a file with one JSON object per line, or of - for standard input; stop at a bad line',
  { dryRun: false, skipBadLines: false },
)
export const lenientImportCommand = command('the same, but leave out bad lines', {
  dryRun: false,
  skipBadLines: true,
})
export const dryImportCommand = command('say what would be added, and which lines are bad; add nothing', {
  dryRun: true,
  skipBadLines: true,
})

/** More bad lines are only counted. */
const maxShownLines = 100

async function runImport(
  database: Database,
  file: string | undefined,
  { siteVariables }: Config,
  { dryRun, skipBadLines }: Mode,
): Promise<string> {
  if (!file) throw new Error('Enter the file to import, or - for standard input.')
  const start = performance.now()
  const { languages } = (await readSettingsOrDefaults(database, siteVariables)).settings
  let shown = 0
  const result = await withImportLock(database, async () =>
    importListings(database, await createCatalog(database), readLines(readChunks(file)), {
      languages,
      dryRun,
      onBadLine({ message }) {
        shown += 1
        if (shown <= maxShownLines) process.stderr.write(`${message}\n`)
        if (shown === maxShownLines + 1) process.stderr.write('More bad lines follow.\n')
        return skipBadLines
      },
      onProgress: ({ added, existing }) =>
        process.stderr.write(
          `${ads(added)} ${dryRun ? 'would be added' : 'imported'}, ${existing.toLocaleString('en-US')} existed already\n`,
        ),
    }),
  )
  const { added, existing, ofSuspended, newAuthors, badLines } = result
  const seconds = (performance.now() - start) / 1000
  if (badLines > 0) process.exitCode = 1
  const sentences = [
    dryRun
      ? `${ads(added)} would be added.`
      : `Added ${ads(added)} and ${formatCount(newAuthors, 'author', 'authors')} in ${seconds.toFixed(1)} seconds.`,
    existing > 0 && `${formatCount(existing, 'ad exists', 'ads exist')} already.`,
    ofSuspended > 0 && `${ads(ofSuspended)} of suspended people left out.`,
    badLines > 0 &&
      (skipBadLines
        ? `${formatCount(badLines, 'bad line', 'bad lines')} ${dryRun ? 'would be' : badLines === 1 ? 'was' : 'were'} left out.`
        : 'The import stopped at a bad line. Correct it and run the command again, or add --skip-bad-lines.'),
  ]
  return sentences.filter(Boolean).join(' ')
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file)
  } catch {
    throw new Error(`The file ${file} cannot be read.`)
  }
}

const ads = (number: number) => formatCount(number, 'ad', 'ads')
