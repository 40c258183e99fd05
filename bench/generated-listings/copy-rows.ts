/** Loads rows with COPY. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type CopyValue = string | number | boolean | null

const chunkLength = 1 << 18

/** Adds rows to `target`, such as `image (id, url)`. Each row has a value per column. */
export async function copyTextRows(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(Readable.from(copyText(rows), { objectMode: false }), copy)
}

/** Yields rows in the text format of COPY. */
function* copyText(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(toCopyText).join('\t')}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const toCopyText = (value: CopyValue): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (special) => `\\${special}`)
