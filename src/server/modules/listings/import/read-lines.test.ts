import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Line, maxLineLength, readLines } from './read-lines.ts'

/** In pieces of a few bytes, as a pipe may deliver them, or all at once. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(content: string | Uint8Array, size = Number.POSITIVE_INFINITY): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of readLines(inPieces(Buffer.from(content), Math.min(size, content.length || 1))))
    lines.push(line)
  return lines
}

const trimmed = (lines: Line[]) => lines.map((line) => line?.trim())

describe.each([1, 3, 7, 65_536])('in pieces of %d bytes', (size) => {
  test('reads lines, whatever ends them, without a byte order mark', async () => {
    const text = '\uFEFF{"a":"Café"}\r\n\r\n  \n{"b":"日本 🎸"}\n'
    expect(trimmed(await linesOf(text, size))).toEqual(['{"a":"Café"}', '', '', '{"b":"日本 🎸"}', ''])
    expect(await linesOf('{"a":1}\n{"b":2}', size)).toEqual(['{"a":1}', '{"b":2}'])
    expect(await linesOf('{"a":1}', size)).toEqual(['{"a":1}'])
  })

  test('returns null for a line that is not UTF-8', async () => {
    const text = Buffer.from('{"a":"Caf\xe9"}\n{"b":"é"}\n{"c":"Caf\xe9"}', 'latin1')
    expect(await linesOf(text, size)).toEqual([null, null, null])
    expect(await linesOf(Buffer.concat([Buffer.from('{"b":"é"}\n'), text]), size)).toEqual([
      ...['{"b":"é"}', null, null, null],
    ])
  })

  test.each<[string, string | Uint8Array, string]>([
    [
      'an array over several lines',
      '[\n {"a": 1},\n {"b": 2}\n]\n',
      'The file is a JSON array. Put one JSON object on each line.',
    ],
    ['an array on one line', '\n\n[{"a":1},{"b":2}]', 'The file is a JSON array.'],
    [
      'an object over several lines',
      '{\n  "kind": "service",\n  "id": 1\n}\n',
      'The first JSON object takes several lines.',
    ],
    [
      'an object that continues',
      '{"kind": "service",\n\n"id": 1}',
      'The first JSON object takes several lines.',
    ],
    ['a table', 'id,kind,title\n1,service,Piano\n', 'The file seems to be a table (CSV).'],
    ['a table with semicolons', '"id";"kind"\r\n"1";"service"\r\n', 'The file seems to be a table (CSV).'],
    ['a table with tabs', 'id\tkind\n', 'The file seems to be a table (CSV).'],
    ['a page', '<!DOCTYPE html>\n<html lang="en">\n', 'The file contains no JSON objects.'],
    ['a text', 'Hello\nworld\n', 'The file contains no JSON objects.'],
    ['nothing', '', 'The file is empty.'],
    ['a byte order mark alone', '\uFEFF', 'The file is empty.'],
    ['blank lines', '\r\n \n\n', 'The file is empty.'],
    ['a compressed file', gzipSync('{"a":1}\n'), 'The file is compressed. Decompress it first'],
    ['an archive', Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1'), 'The file is compressed.'],
    [
      'UTF-16 with a byte order mark',
      Buffer.from('\uFEFF{"a":1}\r\n', 'utf16le'),
      'The file is UTF-16, not UTF-8.',
    ],
    ['UTF-16 without one', Buffer.from('{"a":1}\r\n', 'utf16le'), 'The file is UTF-16, not UTF-8.'],
    [
      'UTF-16, the high byte first',
      Buffer.from('\uFEFF{"a":1}\r\n', 'utf16le').swap16(),
      'The file is UTF-16, not UTF-8.',
    ],
    [
      'UTF-16, the high byte first, without a mark',
      Buffer.from('{"a":1}', 'utf16le').swap16(),
      'The file is UTF-16, not UTF-8.',
    ],
  ])('recognizes %s', async (_name, content, message) => {
    await expect(linesOf(content, size)).rejects.toThrow(message)
  })
})

test('one bad line does not condemn the file', async () => {
  expect(await linesOf('# Ads\n{"a":1}\n')).toEqual(['# Ads', '{"a":1}', ''])
  expect(await linesOf('{"a": 1\n{"b":2}')).toEqual(['{"a": 1', '{"b":2}'])
  expect(await linesOf('{"a":1},\n{"b":2},')).toEqual(['{"a":1},', '{"b":2},'])
  expect(await linesOf('{"a":1}\n[]')).toEqual(['{"a":1}', '[]'])
})

test('keeps only the beginning of a line that is too long', async () => {
  const long = `{"a":"${'é🎸日'.repeat(1_000_000)}"}`
  const [first, second] = await linesOf(`${long}\n{"b":2}`, 65_536)
  expect(first?.length).toBeGreaterThan(maxLineLength)
  expect(first?.length).toBeLessThan(4 * maxLineLength)
  expect(second).toBe('{"b":2}')
})
