/** Passes messages between the processes of a site: their metrics, and whose turn it is to use much memory. */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { NamedMetrics, ProcessMetrics, ToSupervisor } from '../platform/processes/messages.ts'
import { sendTo } from './supervised-process.ts'

/** A process that does not respond in this time is left out of the metrics: it is busy, frozen, or ending. */
const metricsTimeoutMs = 1000

/** A working process of the site, and its label in the metrics. */
export type LabeledProcess = { worker: string; child: ChildProcess }

export function relayMessages(working: () => LabeledProcess[]) {
  const metrics = collectMetrics(working)
  const turns = giveTurns()

  return {
    /** Handles the messages of a process until it ends. Returns the process. */
    connect(child: ChildProcess): ChildProcess {
      child.on('message', (received) => {
        const message = received as ToSupervisor
        if (typeof message !== 'object' || message === null) return
        if (message.type === 'collect-metrics') void metrics.collect(child, message.id)
        if (message.type === 'metrics') metrics.receive(child, message.id, message.metrics)
        if (message.type === 'request-turn') turns.request(child, message.resource)
        if (message.type === 'end-turn') turns.end(child, message.resource)
      })
      child.once('exit', () => turns.forget(child))
      return child
    },
  }
}

function collectMetrics(working: () => LabeledProcess[]) {
  type Waiting = { child: ChildProcess; resolve: (metrics: ProcessMetrics | null) => void }
  const waiting = new Map<string, Waiting>()

  async function read(child: ChildProcess): Promise<ProcessMetrics | null> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<ProcessMetrics | null>()
    waiting.set(id, { child, resolve })
    const timer = setTimeout(() => resolve(null), metricsTimeoutMs)
    sendTo(child, { type: 'read-metrics', id })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  return {
    /** Sends the metrics of all other processes to `asking`. */
    async collect(asking: ChildProcess, id: string) {
      const others = working().filter(({ child }) => child !== asking)
      const found = await Promise.all(
        others.map(async ({ worker, child }) => ({ worker, metrics: await read(child) })),
      )
      const processes = found.filter((one): one is NamedMetrics => one.metrics !== null)
      sendTo(asking, { type: 'collected-metrics', id, processes })
    },
    receive(child: ChildProcess, id: string, metrics: ProcessMetrics) {
      const found = waiting.get(id)
      if (found?.child === child) found.resolve(metrics)
    },
  }
}

type Turns = { holder: ChildProcess | null; latest: ChildProcess | null; queue: ChildProcess[] }

/** A process has at most one turn of each resource, and asks for the next one after it. */
function giveTurns() {
  const resources = new Map<string, Turns>()

  function turnsOf(resource: string): Turns {
    const turns = resources.get(resource) ?? { holder: null, latest: null, queue: [] }
    resources.set(resource, turns)
    return turns
  }

  function giveNext(resource: string) {
    const turns = turnsOf(resource)
    const next = turns.holder ? undefined : turns.queue.shift()
    if (!next) return
    const { latest } = turns
    if (latest && latest !== next) sendTo(latest, { type: 'yield', resource })
    turns.holder = next
    turns.latest = next
    sendTo(next, { type: 'turn', resource })
  }

  return {
    request(child: ChildProcess, resource: string) {
      turnsOf(resource).queue.push(child)
      giveNext(resource)
    },
    end(child: ChildProcess, resource: string) {
      const turns = turnsOf(resource)
      if (turns.holder !== child) return
      turns.holder = null
      giveNext(resource)
    },
    /** Ends the turn of a process that has died. */
    forget(child: ChildProcess) {
      for (const [resource, turns] of resources) {
        turns.queue = turns.queue.filter((waiting) => waiting !== child)
        if (turns.latest === child) turns.latest = null
        if (turns.holder === child) turns.holder = null
        giveNext(resource)
      }
    },
  }
}
