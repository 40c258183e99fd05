import { afterAll, beforeAll } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { forgetIndex, openTested, urlOf } from '../support/search/manticore-engine.ts'
import { type Searchd, startSearchd } from '../support/search/searchd.ts'
import { testEngine } from './contract.ts'

let servers: Searchd[] = []
beforeAll(async () => {
  servers = [await startSearchd(), await startSearchd()]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.remove()))
})

const clusters = [
  { name: 'manticore', shards: 1 },
  { name: 'manticore with two shards', shards: 2 },
]
for (const { name, shards } of clusters) {
  const clusterUrl = () => urlOf(servers.slice(0, shards).map(({ port }) => port))
  // Each shard is searched as one alone is.
  testEngine(
    {
      name,
      hasReferenceScores: false,
      sampleBoard: 60,
      async open(tree) {
        await forgetIndex(clusterUrl())
        return openTested(clusterUrl(), tree)
      },
      reopen: async (tree) => openTested(clusterUrl(), tree),
    },
    slowUnless(shards > 1),
  )
}
