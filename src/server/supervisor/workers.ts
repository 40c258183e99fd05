/** The processes that serve the site: one worker or more behind one port, and the process that runs the jobs. */
import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '../config/environment.ts'
import type { Logger } from '../platform/log.ts'
import { memoryEnvironment, memoryFlags } from './memory-flags.ts'
import { type LabeledProcess, relayMessages } from './relay-messages.ts'
import { createRollingRestart } from './rolling-restart.ts'
import {
  childStreams,
  commonFlags,
  type Ended,
  type Program,
  type SupervisedProcess,
  startProgram,
  superviseProcess,
} from './supervised-process.ts'

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
  /** Replaces all processes, one after the other. Waits until the site works. */
  restart: () => void
  stop: () => Promise<void>
}

/** `worker` is its label in the metrics. */
type Member = { worker: string; supervised: SupervisedProcess }

/** The label of the job process. */
const jobs = 'jobs'

/**
 * Starts the first worker and, once it works, the others and the job process. So wrong settings are reported once, and only
 * one process migrates an external database.
 */
export function startSiteProcesses(options: SiteOptions): SiteProcesses {
  const { workers, stopMs, log } = options
  const members: Member[] = []
  const start = createStarters(options, () => workingProcesses(members))
  const site = Promise.withResolvers<Ended>()
  let stopping = false
  let hasWorked = false

  function add(worker: string, program: Pick<Program, 'name' | 'start' | 'retryFirstStart' | 'alone'>) {
    const othersWork = () => workingProcesses(members).some((other) => ![worker, jobs].includes(other.worker))
    const supervised = superviseProcess({ ...program, stopMs, othersWork }, log)
    members.push({ worker, supervised })
    supervised.ended.then(site.resolve, site.reject)
    return supervised
  }

  /** After a crash, a cold process serves visitors sooner, if there is no other. */
  const startWorker = (number: number) => {
    const isNeededNow = hasWorked && workingProcesses(members).every(({ worker }) => worker === jobs)
    return start.worker(number, isNeededNow ? { WARM_UP: '0' } : {})
  }

  const first = add('1', { name: workers === 1 ? 'The server' : 'Worker 1', start: () => startWorker(1) })
  const started = first.ready.then(() => {
    hasWorked = true
    if (stopping) return
    for (let number = 2; number <= workers; number += 1)
      add(`${number}`, { name: `Worker ${number}`, start: () => startWorker(number), retryFirstStart: true })
    add(jobs, { name: 'The job process', start: start.jobs, retryFirstStart: true, alone: true })
  })
  const restart = createRollingRestart({
    processes: () => members.map(({ supervised }) => supervised),
    prepare: options.prepareRestart,
    isStopping: () => stopping,
    log,
  })
  return {
    ended: site.promise,
    restart: () => void started.then(restart),
    async stop() {
      stopping = true
      await Promise.all(members.map(({ supervised }) => supervised.stop()))
    },
  }
}

/** Leaves out processes that are starting or ending. */
const workingProcesses = (members: Member[]): LabeledProcess[] =>
  members.flatMap(({ worker, supervised }) => {
    const child = supervised.working()
    return child ? [{ worker, child }] : []
  })

/** Returns functions that start a worker or the job process. `working` returns the processes that send each other messages. */
function createStarters(
  { workers, embeddedDatabaseUrl }: Pick<SiteOptions, 'workers' | 'embeddedDatabaseUrl'>,
  working: () => LabeledProcess[],
) {
  const relay = relayMessages(working)
  const nodeFlags = memoryFlags(workers)
  const environment = {
    ...memoryEnvironment,
    EMBEDDED_DATABASE_URL: embeddedDatabaseUrl,
    WORKERS: String(workers),
  }
  // All workers accept connections from one socket, which this process only holds. With SCHED_RR, it would accept them and
  // pass them on, and would never close one that is on its way to a worker that dies: its client would wait in vain.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args: [],
    execArgv: [...commonFlags, ...nodeFlags],
    stdio: [...childStreams],
  })

  return {
    worker(number: number, settings: Record<string, string>): ChildProcess {
      const forked = cluster.fork({ ...environment, ...settings, WORKER_NUMBER: number })
      // Without a listener, a message that cannot be sent to a dying worker would end this process.
      forked.on('error', () => {})
      return relay.connect(forked.process)
    },
    jobs(): ChildProcess {
      const file = new URL('../jobs-process.ts', import.meta.url)
      const program = startProgram({ file, nodeFlags, environment: environmentWith(environment) })
      return relay.connect(program)
    },
  }
}
