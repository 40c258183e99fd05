import { clearDemo, loadDemo } from '../server/modules/demo/load-demo.ts'
import { formatCount } from '../shared/format.ts'
import type { DatabaseCommand } from './command.ts'
import { requireMigrated } from './require-migrated.ts'

export const demoLoad: DatabaseCommand = {
  usage: 'add the demo ads that do not exist yet',
  async run(database) {
    await requireMigrated(database)
    const added = await loadDemo(database)
    return added === 0 ? 'All demo ads already exist.' : `Added ${formatCount(added, 'demo ad', 'demo ads')}.`
  },
}

export const demoClear: DatabaseCommand = {
  usage: 'delete the demo ads and nothing else',
  async run(database) {
    await requireMigrated(database)
    const removed = await clearDemo(database)
    return removed === 0
      ? 'There are no demo ads.'
      : `Deleted ${formatCount(removed, 'demo ad', 'demo ads')}.`
  },
}
