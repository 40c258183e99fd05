import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchTree } from '../../src/server/modules/search/engine.ts'
import { createEmbeddedEngine } from '../../src/server/modules/search/engines/embedded/engine.ts'
import { openIndex } from '../../src/server/modules/search/engines/embedded/open-index.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { testEngine } from './contract.ts'
import type { OpenEngine } from './tested-engine.ts'

let folder = ''

async function open(tree: SearchTree): Promise<OpenEngine> {
  const { current, writer, close } = await openIndex({ folder, log: console })
  const engine = createEmbeddedEngine({ tree: () => tree, index: current, refresh: async () => {}, close })
  return { ...engine, writer }
}

testEngine(
  {
    name: 'embedded',
    hasReferenceScores: true,
    sampleBoard: 1_200,
    async open(tree) {
      folder = await mkdtemp(join(tmpdir(), 'search-'))
      return open(tree)
    },
    reopen: open,
  },
  // Only some of the boards of random listings are slow.
  slowUnless(true),
)
