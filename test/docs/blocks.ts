/** The fenced blocks of the documents that operators follow, and who runs each. */
import { readFileSync } from 'node:fs'

export type Block = { id: string; text: string }

const documents = ['README.md', 'docs/operating.md', 'docs/backup.md']

/**
 * Who runs a block: `quick` is docs.test.ts, `sandbox` is sandbox.test.ts, and `image` is scripts/image/main.ts. Each fails if it has
 * not run one of its blocks. Anything else is the reason why nobody runs it.
 */
const runners: Record<string, 'quick' | 'sandbox' | 'image' | { reason: string }> = {
  'README.md, Quick start 1': 'sandbox',
  'README.md, Quick start 2': 'sandbox',
  'README.md, Where to find things 1': 'quick',
  'docs/operating.md, Commands 1': 'sandbox',
  'docs/operating.md, Commands 2': 'sandbox',
  'docs/operating.md, Commands 3': 'image',
  'docs/operating.md, Importing ads 1': 'sandbox',
  'docs/operating.md, Production 1': 'sandbox',
  'docs/operating.md, nginx 1': 'sandbox',
  'docs/operating.md, Caddy 1': 'sandbox',
  'docs/operating.md, systemd 1': 'sandbox',
  'docs/operating.md, systemd 2': 'sandbox',
  'docs/operating.md, Containers 1': 'image',
  'docs/operating.md, Containers 2': 'sandbox',
  'docs/operating.md, Containers 3': 'sandbox',
  'docs/backup.md, Nightly backups 1': 'sandbox',
  'docs/backup.md, Nightly backups 2': 'sandbox',
  'docs/backup.md, With a systemd timer 1': 'sandbox',
  'docs/backup.md, With a systemd timer 2': 'sandbox',
  'docs/backup.md, Restore 1': 'sandbox',
  'docs/backup.md, Restore 2': 'sandbox',
  'docs/backup.md, Point-in-time recovery 1': { reason: 'pgBackRest with a bucket of its own' },
  'docs/backup.md, Point-in-time recovery 2': { reason: 'settings of another PostgreSQL' },
  'docs/backup.md, Point-in-time recovery 3': { reason: 'pgBackRest with a bucket of its own' },
  'docs/backup.md, Point-in-time recovery 4': { reason: 'pgBackRest with a bucket of its own' },
  'docs/backup.md, The archive 1': 'sandbox',
}

/** Returns all blocks. The id of one is its file, its heading, and its number there. */
export const readBlocks = (): Block[] => documents.flatMap((file) => blocksOf(file, readDocument(file)))

export const readDocument = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

function blocksOf(file: string, markdown: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let number = 0
  // A heading, or a fence with the indentation of its list.
  const pattern = /^#+ (?<title>.+)$|^(?<indent> *)```\w*\n(?<text>[\s\S]*?)^ *```$/gm
  for (const { groups = {} } of markdown.matchAll(pattern)) {
    if (groups.title) {
      heading = groups.title
      number = 0
      continue
    }
    number += 1
    const text = (groups.text ?? '').replaceAll(new RegExp(`^${groups.indent}`, 'gm'), '')
    blocks.push({ id: `${file}, ${heading} ${number}`, text })
  }
  return blocks
}

export const classifiedIds = Object.keys(runners)

/** Returns the blocks that a runner has to run. */
export function blocksFor(runner: 'quick' | 'sandbox' | 'image') {
  const left = new Map(
    readBlocks()
      .filter(({ id }) => runners[id] === runner)
      .map(({ id, text }) => [id, text]),
  )
  return {
    /** Returns the text of a block, which counts as run from now on. */
    take(id: string): string {
      const text = left.get(id)
      if (text === undefined) throw new Error(`The documents have no block ${id} for this runner.`)
      left.delete(id)
      return text
    },
    /** The ids of the blocks that nobody has taken. */
    left: () => [...left.keys()],
  }
}
