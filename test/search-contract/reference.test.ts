import { slowUnless } from '../support/checks/slow.ts'
import { createReferenceEngine } from '../support/search/reference-engine.ts'
import { testEngine } from './contract.ts'

testEngine(
  {
    name: 'reference',
    hasReferenceScores: true,
    // What it finds is compared with itself.
    sampleBoard: null,
    open: async (tree) => createReferenceEngine(tree),
    reopen: null,
  },
  slowUnless(true),
)
