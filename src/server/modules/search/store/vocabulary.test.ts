import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../../test/support/app.ts'
import { countStoredWords } from '../language/stored-words.ts'
import { readStoredWords } from './vocabulary.ts'

test('of equally common words, the same ones are read wherever they are stored', async () => {
  const { database } = await createDatabase()
  const words = ['piano', 'violin', 'lesson', 'garden', 'fence', 'paint', 'cello', 'roof']
  for (const order of [words, words.toReversed()]) {
    await sql`delete from search_vocabulary`.execute(database.kysely)
    for (const word of order)
      await sql`insert into search_vocabulary (word, listings) values (${word}, ${word === 'violin' ? 3 : 2})`.execute(
        database.kysely,
      )
    const read = countStoredWords(await readStoredWords(database, 4))
    expect([...read.keys()].sort()).toEqual(['cello', 'fence', 'garden', 'violin'])
  }
})
