/** What every search engine must do. `testEngine` runs all of it for one. */
import { describe } from 'vitest'
import type { slowUnless } from '../support/checks/slow.ts'
import { testBadInput } from './bad-input.ts'
import { testChanges } from './changes.ts'
import { testQueries } from './queries.ts'
import { testRelevance } from './relevance.ts'
import type { TestedEngine } from './tested-engine.ts'
import { testWords } from './words.ts'

/** `options` say whether all of it is slow. */
export function testEngine(engine: TestedEngine, options: ReturnType<typeof slowUnless>) {
  describe(`the ${engine.name} engine`, options, () => {
    testQueries(engine)
    testRelevance(engine)
    testChanges(engine)
    testWords(engine)
    testBadInput(engine)
  })
}
