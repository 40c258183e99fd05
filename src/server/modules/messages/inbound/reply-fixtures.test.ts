/** Replies as mail programs of many languages write them: `test/replies`, with what their writers wrote in `expected.json`. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import expected from '../../../../../test/replies/expected.json' with { type: 'json' }
import { readEmail } from './read-email.ts'

/** `quotes`: the writer answered between quotes, which may stay. */
type Expected = { own: string; quotes?: boolean }

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

test.each(Object.entries<Expected>(expected))(
  'reads what its writer wrote in %s',
  async (name, { own, quotes = false }) => {
    const email = await readEmail(await readFile(`test/replies/${name}.eml`))
    const lines = linesOf(email?.text ?? '')
    expect(quotes ? lines.filter((line) => !line.startsWith('>')) : lines).toEqual(linesOf(own))
    expect(email?.isAutomatic).toBe(false)
    expect(email?.from).toBe('rosa@example.com')
  },
)
