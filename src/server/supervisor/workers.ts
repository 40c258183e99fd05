/** The processes that serve the site: one worker or more behind one port, and the process that runs the jobs. */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '../config/environment.ts'
import type { Logger } from '../platform/log.ts'
import { memoryEnvironment, memoryFlags } from './memory-flags.ts'
import { relayMessages } from './relay-messages.ts'
import {
  childStreams,
  commonFlags,
  type Ended,
  type SupervisedProcess,
  startProgram,
  superviseProcess,
} from './supervised-process.ts'

const file = (name: string) => new URL(name, import.meta.url)

/** `worker` is its label in the metrics. */
type Member = { worker: string; supervised: SupervisedProcess }

/** The label of the job process. */
const jobs = 'jobs'

type SiteOptions = {
  workers: number
  embeddedDatabaseUrl: string | undefined
  /** How long a process may take to stop. */
  stopMs: number
  log: Logger
  /** Called before each restart. False: the restart is given up. */
  prepareRestart: () => Promise<boolean>
}

export type SiteProcesses = {
  /** Resolves when the first worker ends before it was ready, or when no worker can be kept running. */
  ended: Promise<Ended>
  /**
   * Replaces all processes by new ones, one after the other. A call during a restart starts another one after it. Does
   * nothing until the site works.
   */
  restart: () => void
  stop: () => Promise<void>
}

/**
 * Starts the first worker and, once it works, the others and the job process. The first one reports wrong settings, and a
 * new external database is migrated only once.
 */
export function startSiteProcesses({
  workers,
  embeddedDatabaseUrl,
  stopMs,
  log,
  prepareRestart,
}: SiteOptions): SiteProcesses {
  const common = { ...memoryEnvironment, EMBEDDED_DATABASE_URL: embeddedDatabaseUrl }
  const running: Member[] = []
  const relay = relayMessages(() =>
    running.flatMap(({ worker, supervised }) => {
      const child = supervised.working()
      return child ? [{ worker, child }] : []
    }),
  )
  // All workers accept connections from one socket, which this process only holds. With SCHED_RR, it would accept them and
  // pass them on, and would never close one that is on its way to a worker that dies: its client would wait in vain.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(file('../main.ts')),
    args: [],
    execArgv: [...commonFlags, ...memoryFlags(workers)],
    stdio: [...childStreams],
  })

  const isOtherWorking = (worker: string) =>
    running.some((other) => ![worker, jobs].includes(other.worker) && other.supervised.working() !== null)

  function startWorker(number: number): Member {
    const worker = String(number)
    const start = () => {
      const forked = cluster.fork({ ...common, WORKERS: workers, WORKER_NUMBER: number })
      // Without a listener, a message that cannot be sent to a dying worker would end this process.
      forked.on('error', () => {})
      const child = forked.process
      relay.connect(child)
      return child
    }
    const supervised = superviseProcess(
      {
        ...{ name: workers === 1 ? 'The server' : `Worker ${number}`, start, stopMs },
        retryFirstStart: number > 1,
        othersWork: () => isOtherWorking(worker),
      },
      log,
    )
    return { worker, supervised }
  }

  function startJobs(): Member {
    const environment = environmentWith({ ...common, WORKERS: String(workers) })
    const start = () => {
      const child = startProgram({
        file: file('../jobs-process.ts'),
        nodeFlags: memoryFlags(workers),
        environment,
      })
      relay.connect(child)
      return child
    }
    const supervised = superviseProcess(
      {
        ...{ name: 'The job process', start, stopMs, retryFirstStart: true },
        othersWork: () => isOtherWorking(jobs),
      },
      log,
    )
    return { worker: jobs, supervised }
  }

  let stopping = false
  const site = Promise.withResolvers<Ended>()
  function add(member: Member) {
    running.push(member)
    void member.supervised.ended.then(site.resolve)
  }
  const first = startWorker(1)
  add(first)
  const started = first.supervised.ready.then(() => {
    if (stopping) return
    for (let number = 2; number <= workers; number += 1) add(startWorker(number))
    add(startJobs())
  })

  async function restartAll() {
    log.info('Restarting the processes of the site, one after the other.')
    if (!(await prepareRestart()) || stopping) return
    for (const { supervised } of [...running]) {
      if (stopping) return
      if (await supervised.replace()) continue
      if (!stopping)
        log.error(
          `${supervised.name} was not replaced, because its successor did not start. The restart is given up.`,
        )
      return
    }
    log.info('All processes of the site were restarted.')
  }

  let restarting: Promise<void> | null = null
  let restartAgain = false
  function restart() {
    if (restarting) {
      restartAgain = true
      return
    }
    restarting = started.then(restartAll).finally(() => {
      restarting = null
      if (!restartAgain || stopping) return
      restartAgain = false
      restart()
    })
  }

  return {
    ended: site.promise,
    restart,
    async stop() {
      stopping = true
      await Promise.all(running.map(({ supervised }) => supervised.stop()))
    },
  }
}
