import { afterAll, beforeAll } from 'vitest'
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
  { name: 'manticore', urlOf: () => urlOf([servers[0]?.port ?? 0]) },
  { name: 'manticore with two shards', urlOf: () => urlOf(servers.map(({ port }) => port)) },
]
for (const { name, urlOf } of clusters)
  testEngine({
    name,
    hasReferenceScores: false,
    async open(tree) {
      await forgetIndex(urlOf())
      return openTested(urlOf(), tree)
    },
    reopen: async (tree) => openTested(urlOf(), tree),
  })
