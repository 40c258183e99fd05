import { expect, test } from 'vitest'
import { indexVocabulary, type VocabularySource } from './index-vocabulary.ts'
import { packWords } from './packed-words.ts'
import { vocabularyOf } from './vocabulary.ts'
import { indexInThread } from './vocabulary-thread.ts'

const source: VocabularySource = {
  counted: 'piano 120\nplumber 80\ncafé 3',
  english: packWords(['lamp', 'piano', 'zebra']),
  catalogWords: ['piano', 'babysitting'],
}

test('a thread returns what this process would', async () => {
  const index = await indexInThread(source)
  expect(index).toEqual(indexVocabulary(source))
  const vocabulary = vocabularyOf(index)
  expect(vocabulary.count('piano')).toBe(120)
  expect(vocabulary.count('babysitting')).toBe(1)
  expect(vocabulary.has('zebra')).toBe(true)
  expect(vocabulary.similar('plumer')[0]?.word).toBe('plumber')
})

test('fails if the thread fails', async () => {
  const broken = { ...source, catalogWords: null } as unknown as VocabularySource
  await expect(indexInThread(broken)).rejects.toThrow(TypeError)
})
