/** The processes that serve the site: one worker or more behind one port, the process that searches, and the one that runs the jobs. */
import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '../config/environment.ts'
import type { Logger } from '../platform/log.ts'
import { createUnlimitedPolicy, type RestartPolicy } from '../platform/processes/restart-policy.ts'
import { jobFlags, memoryEnvironment, memoryFlags } from './memory-flags.ts'
import { type LabeledProcess, relayMessages } from './relay-messages.ts'
import { createRollingRestart } from './rolling-restart.ts'
import {
  childStreams,
  commonFlags,
  type Ended,
  type Program,
  programFile,
  type SupervisedProcess,
  startProgram,
  superviseProcess,
} from './supervised-process.ts'

type SiteOptions = {
  workers: number
  embeddedDatabaseUrl: string | undefined
  /** A private folder for the socket of the search process; null if the site has another search engine. */
  socketFolder: string | null
  /** How long a process may take to stop. */
  stopMs: number
  log: Logger
  /** Called before each restart, which is given up if it returns false. */
  prepareRestart: () => Promise<boolean>
}

export type SiteProcesses = ReturnType<typeof startSiteProcesses>

/** `worker` is its label in the metrics. */
type Member = { worker: string; supervised: SupervisedProcess }

/** The labels of the processes that serve no requests. */
const jobs = 'jobs'
const search = 'search'

const isWorker = ({ worker }: Pick<LabeledProcess, 'worker'>) => worker !== jobs && worker !== search

/**
 * Starts the search process and the first worker and, once that works, the others and the job process. So wrong settings are
 * reported once. In a restart, the search process is first: new workers use the new one, because the two may have changed
 * together, and the old one ends with the last worker that uses it.
 */
export function startSiteProcesses(options: SiteOptions) {
  const { workers, stopMs, log } = options
  const members: Member[] = []
  /** Grows with each restart, which may be that of an update. */
  let generation = 1
  const start = createStarters(
    options,
    () => workingProcesses(members),
    () => generation,
  )
  const site = Promise.withResolvers<Ended>()
  let stopping = false
  let hasWorked = false

  function add(worker: string, program: Omit<Program, 'stopMs' | 'othersWork'>, policy?: RestartPolicy) {
    const othersWork = () =>
      workingProcesses(members).some((other) => isWorker(other) && other.worker !== worker)
    const supervised = superviseProcess({ ...program, stopMs, othersWork }, log, policy)
    members.push({ worker, supervised })
    supervised.ended.then(site.resolve, site.reject)
    return supervised
  }

  /** After a crash, a cold process serves visitors sooner, if there is no other. */
  const startWorker = (number: number) => {
    const isNeededNow = hasWorked && !workingProcesses(members).some(isWorker)
    return start.worker(number, isNeededNow ? { WARM_UP: '0' } : {})
  }

  if (options.socketFolder !== null) {
    const program = { name: 'The search process', start: start.search, retryFirstStart: true, lingers: true }
    add(search, program, createUnlimitedPolicy())
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
    prepare() {
      generation += 1
      return options.prepareRestart()
    },
    isStopping: () => stopping,
    log,
  })
  return {
    /** Resolves when the first worker ends before it was ready, or when no worker can be kept running. */
    ended: site.promise,
    /** Replaces all processes, one after the other. Waits until the site works. */
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

/** Returns functions that start each kind of process. `working` returns the processes that send each other messages. */
function createStarters(
  { workers, embeddedDatabaseUrl, socketFolder }: SiteOptions,
  working: () => LabeledProcess[],
  generation: () => number,
) {
  const relay = relayMessages(working)
  const environment = {
    ...memoryEnvironment,
    EMBEDDED_DATABASE_URL: embeddedDatabaseUrl,
    WORKERS: String(workers),
  }
  // All workers accept connections from one socket, which this process only holds. With SCHED_RR, it would accept them and
  // pass them on, and would never close one that is on its way to a worker that dies: its client would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(programFile('main')),
    args: [],
    execArgv: [...commonFlags, ...memoryFlags],
    stdio: [...childStreams],
  })

  const searchSocket = () =>
    socketFolder === null ? {} : { SEARCH_SOCKET: join(socketFolder, `${generation()}.sock`) }

  function startOther(name: string, nodeFlags: string[]): ChildProcess {
    const program = startProgram({
      file: programFile(name),
      nodeFlags,
      environment: environmentWith({ ...environment, ...searchSocket() }),
    })
    return relay.connect(program)
  }

  return {
    worker(number: number, settings: Record<string, string>): ChildProcess {
      const forked = cluster.fork({ ...environment, ...searchSocket(), ...settings, WORKER_NUMBER: number })
      // Without a listener, a message that cannot be sent to a dying worker would end this process.
      forked.on('error', () => {})
      return relay.connect(forked.process)
    },
    jobs: () => startOther('jobs-process', jobFlags),
    search: () => startOther('search-process', memoryFlags),
  }
}
