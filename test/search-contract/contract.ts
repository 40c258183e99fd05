/** What every search engine must do. `testEngine` runs all of it for one. */
import { describe } from 'vitest'
import { testBadInput } from './bad-input.ts'
import { testChanges } from './changes.ts'
import { testQueries } from './queries.ts'
import { testRelevance } from './relevance.ts'
import type { TestedEngine } from './tested-engine.ts'
import { testWords } from './words.ts'

export function testEngine(engine: TestedEngine) {
  describe(`the ${engine.name} engine`, () => {
    testQueries(engine)
    testRelevance(engine)
    testChanges(engine)
    testWords(engine)
    testBadInput(engine)
  })
}
