/** What every search engine must do. `testEngine` runs all of it for one. */
import { describe } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { testBadInput } from './bad-input.ts'
import { testChanges } from './changes.ts'
import { testQueries } from './queries.ts'
import { testRelevance } from './relevance.ts'
import type { TestedEngine } from './tested-engine.ts'
import { testWords } from './words.ts'

/** `options` say whether they are slow. */
export function testEngine(engine: TestedEngine, options = slowUnless(true)) {
  describe(`the ${engine.name} engine`, options, () => {
    testQueries(engine)
    testRelevance(engine)
    testChanges(engine)
    testWords(engine)
    testBadInput(engine)
  })
}
