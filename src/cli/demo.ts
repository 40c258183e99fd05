import { clearDemo, loadDemo } from '../server/modules/demo/load-demo.ts'
import type { DatabaseCommand } from './command.ts'
import { requireMigrated } from './require-migrated.ts'

export const demoLoad: DatabaseCommand = {
  usage: 'add the demo listings; those that are there already stay as they are',
  async run(database) {
    await requireMigrated(database)
    const added = await loadDemo(database)
    return added === 0 ? 'Every demo listing is there already.' : `${added} demo listings were added.`
  },
}

export const demoClear: DatabaseCommand = {
  usage: 'remove the demo listings, and nothing else',
  async run(database) {
    await requireMigrated(database)
    const removed = await clearDemo(database)
    return removed === 0 ? 'There are no demo listings.' : `${removed} demo listings were removed.`
  },
}
