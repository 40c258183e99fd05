/** Reads a file with one JSON object per line, and says what is wrong with a file of another format. */

/** A line, or null for one that is not UTF-8. */
export type Line = string | null

/** The file has another format. Users see the message. */
class FileFormatError extends Error {}

export const maxLineLength = 100_000
/** UTF-8 takes at most three bytes for each unit of a string. Of a longer line, the rest is not kept. */
const maxLineBytes = 3 * (maxLineLength + 1)
const newline = 0x0a
/** Enough to recognize a format. */
const headBytes = 6

/** Throws a FileFormatError if the beginning shows another format. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  /** From the first line that is not blank: the next one shows whether it is complete. */
  let start: Line[] | null = []
  for await (const bytes of splitLines(requireText(chunks))) {
    const line = decode(bytes)
    if (!start || (start.length === 0 && isBlank(line))) {
      yield line
      continue
    }
    start.push(line)
    if (start.length === 1 || isBlank(line)) continue
    requireObjects(start)
    yield* start
    start = null
  }
  if (!start) return
  if (start.length === 0) throw new FileFormatError(`The file is empty. ${oneObjectPerLine}`)
  requireObjects(start)
  yield* start
}

const isBlank = (line: Line) => line !== null && line.trim() === ''

const oneObjectPerLine = 'Put one JSON object on each line.'

/** Compressed files and UTF-16 by their first bytes, in hexadecimal. */
const foreignFormats: [start: RegExp, message: string][] = [
  [
    /^(1f8b|504b0304|28b52ffd|425a68|fd377a585a00)/,
    'The file is compressed. Decompress it first, for example with gunzip.',
  ],
  [
    /^(fffe|feff)|^(..)*00/,
    'The file is UTF-16, not UTF-8. Save it as UTF-8, for example with: iconv -f UTF-16 -t UTF-8.',
  ],
]

async function* requireText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array()
  for await (const chunk of chunks) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) continue
    rejectForeignFormat(head)
    yield head
    head = null
  }
  if (!head) return
  rejectForeignFormat(head)
  yield head
}

function rejectForeignFormat(head: Uint8Array) {
  const start = Buffer.from(head.subarray(0, headBytes)).toString('hex')
  const [, message] = foreignFormats.find(([pattern]) => pattern.test(start)) ?? []
  if (message) throw new FileFormatError(message)
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  const keep = (part: Uint8Array) => {
    const kept = part.subarray(0, maxLineBytes + 1 - length)
    if (kept.length > 0) parts.push(kept)
    length += kept.length
  }
  const finish = () => {
    const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  yield finish()
}

/** Both leave out a byte order mark. */
const strict = new TextDecoder('utf-8', { fatal: true })
const lenient = new TextDecoder()

function decode(bytes: Uint8Array): Line {
  // It is rejected because of its length, and may end within a character.
  if (bytes.length > maxLineBytes) return lenient.decode(bytes)
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** Judges the format by the first two lines that are not blank. */
function requireObjects(start: Line[]) {
  const [first, second] = start.filter((line) => !isBlank(line))
  // They are reported as lines.
  if (first === undefined || first === null || second === null) return
  const problem = problemOf(first.trim(), second?.trim() ?? null)
  if (problem) throw new FileFormatError(problem)
}

function problemOf(first: string, second: string | null): string | null {
  if (first.startsWith('['))
    return `The file is a JSON array. ${oneObjectPerLine} This converts it: jq -c '.[]'`
  if (second?.startsWith('{')) return null
  if (first.startsWith('{'))
    return second === null || isJson(first)
      ? null
      : `The first JSON object takes several lines. ${oneObjectPerLine} This converts the file: jq -c .`
  if (/[,;\t]/.test(first) && !/[{<]/.test(first))
    return `The file seems to be a table (CSV). ${oneObjectPerLine}`
  return second === null ? null : `The file contains no JSON objects. ${oneObjectPerLine}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
