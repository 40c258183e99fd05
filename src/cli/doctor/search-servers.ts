import type { Config } from '../../server/config/environment.ts'
import { type Finding, type Findings, ok, problem, reasonOf, warning } from './check.ts'

export async function checkSearchServers({
  searchCluster,
}: Pick<Config, 'searchCluster'>): Promise<Findings> {
  if (!searchCluster) return []
  const { readIndexes } = await import('../../server/modules/search/engines/manticore/open-manticore.ts')
  return Promise.all(
    (await readIndexes(searchCluster)).map(({ name, position, error }): Finding => {
      if (error)
        return problem(
          `The search server ${name} cannot be used: ${reasonOf(error)}`,
          'Check that it runs with the tables of deploy/manticore/searchd.conf, and its address in SEARCH_URL.',
        )
      if (position !== null) return ok(`The search server ${name} has an index.`)
      return warning(
        `The search server ${name} has no index yet.`,
        'Wait: the job process builds it. The log says how far it is.',
      )
    }),
  )
}
