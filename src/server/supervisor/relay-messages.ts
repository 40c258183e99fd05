/** Passes the metrics of the processes of a site to each other, and grants the locks of this machine (`machine-locks.ts`). */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import type { NamedMetrics, ProcessMetrics, ToSupervisor } from '../platform/processes/messages.ts'
import { sendTo } from './supervised-process.ts'

/** A process that does not respond in this time is left out of the metrics: it is busy, frozen, or ending. */
const metricsTimeoutMs = 1000

/** A working process of the site, and its label in the metrics. */
export type LabeledProcess = { worker: string; child: ChildProcess }

export function relayMessages(working: () => LabeledProcess[]) {
  const metrics = collectMetrics(working)
  const locks = grantLocks()

  return {
    /** Handles the messages of a process until it ends. Returns the process. */
    connect(child: ChildProcess): ChildProcess {
      child.on('message', (received) => {
        const message = received as ToSupervisor
        if (typeof message !== 'object' || message === null) return
        if (message.type === 'collect-metrics') void metrics.collect(child, message.id)
        if (message.type === 'metrics') metrics.receive(child, message.id, message.metrics)
        if (message.type === 'acquire-lock') locks.acquire(child, message.resource)
        if (message.type === 'release-lock') locks.release(child, message.resource)
      })
      child.once('exit', () => locks.forget(child))
      return child
    },
  }
}

function collectMetrics(working: () => LabeledProcess[]) {
  type Waiting = { child: ChildProcess; resolve: (metrics: ProcessMetrics) => void }
  const waiting = new Map<string, Waiting>()

  async function read(child: ChildProcess): Promise<ProcessMetrics | null> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<ProcessMetrics>()
    waiting.set(id, { child, resolve })
    sendTo(child, { type: 'read-metrics', id })
    const metrics = await pTimeout(promise, { milliseconds: metricsTimeoutMs, fallback: () => null })
    waiting.delete(id)
    return metrics
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

/** `latest` is the last process that had the lock. It may keep something for the next time. */
type Lock = { holder: ChildProcess | null; latest: ChildProcess | null; queue: ChildProcess[] }

/** A process holds each lock once at most, and acquires it again after it. */
function grantLocks() {
  const locks = new Map<string, Lock>()

  function lockOf(resource: string): Lock {
    const lock = locks.get(resource) ?? { holder: null, latest: null, queue: [] }
    locks.set(resource, lock)
    return lock
  }

  function grantNext(resource: string) {
    const lock = lockOf(resource)
    const next = lock.holder ? undefined : lock.queue.shift()
    if (!next) return
    const { latest } = lock
    if (latest && latest !== next) sendTo(latest, { type: 'lock-handed-over', resource })
    lock.holder = next
    lock.latest = next
    sendTo(next, { type: 'lock-acquired', resource })
  }

  return {
    acquire(child: ChildProcess, resource: string) {
      lockOf(resource).queue.push(child)
      grantNext(resource)
    },
    release(child: ChildProcess, resource: string) {
      const lock = lockOf(resource)
      if (lock.holder !== child) return
      lock.holder = null
      grantNext(resource)
    },
    /** Releases the locks of a process that has died. */
    forget(child: ChildProcess) {
      for (const [resource, lock] of locks) {
        lock.queue = lock.queue.filter((waiting) => waiting !== child)
        if (lock.latest === child) lock.latest = null
        if (lock.holder === child) lock.holder = null
        grantNext(resource)
      }
    },
  }
}
