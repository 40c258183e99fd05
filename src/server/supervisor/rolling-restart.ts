/** Replaces the processes of a site one after the other, so that it keeps serving. */
import type { Logger } from '../platform/log.ts'
import type { SupervisedProcess } from './supervised-process.ts'

type RestartOptions = {
  processes: () => Pick<SupervisedProcess, 'name' | 'replace'>[]
  /** Called before each restart, which is given up if it returns false. */
  prepare: () => Promise<boolean>
  isStopping: () => boolean
  log: Logger
}

/** Returns a function that restarts everything. A call during a restart starts another one after it. */
export function createRollingRestart({ processes, prepare, isStopping, log }: RestartOptions): () => void {
  let running = false
  let again = false

  async function restartAll() {
    log.info('Restarting the processes of the site, one after the other.')
    if (!(await prepare()))
      return log.error('The restart is given up, because the database could not be prepared.')
    for (const { name, replace } of processes()) {
      if (isStopping()) return
      if (await replace()) continue
      if (isStopping()) return
      return log.error(
        `${name} was not replaced, because its successor did not start. The restart is given up.`,
      )
    }
    log.info('All processes of the site were restarted.')
  }

  return async function restart() {
    again = true
    if (running) return
    running = true
    while (again && !isStopping()) {
      again = false
      await restartAll().catch((error: Error) => log.error({ err: error }, 'The restart is given up.'))
    }
    running = false
  }
}
