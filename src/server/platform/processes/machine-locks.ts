/** Locks that one process of this machine at a time holds while it does what takes much memory. The supervisor grants them. */
import type { SupervisorChannel } from './supervisor-channel.ts'

export type MachineLocks = {
  /** How many processes share the locks. */
  processes: number
  /** Waits for the lock. Returns a function that releases it. The caller must release it before it acquires it again. */
  acquire: (resource: string) => Promise<() => void>
  /** Calls `end` when another process gets the lock, to stop what was left running for the next time. */
  onHandover: (resource: string, end: () => void) => void
}

/** For a process that shares nothing. */
export const noLocks: MachineLocks = { processes: 1, acquire: async () => () => {}, onHandover: () => {} }

export function createMachineLocks(channel: SupervisorChannel, processes: number): MachineLocks {
  const waiting = new Map<string, () => void>()
  const handovers = new Map<string, () => void>()
  channel.on('lock-acquired', ({ resource }) => {
    waiting.get(resource)?.()
    waiting.delete(resource)
  })
  channel.on('lock-handed-over', ({ resource }) => handovers.get(resource)?.())
  return {
    processes,
    async acquire(resource) {
      await new Promise<void>((resolve) => {
        waiting.set(resource, resolve)
        channel.send({ type: 'acquire-lock', resource })
      })
      return () => channel.send({ type: 'release-lock', resource })
    },
    onHandover: (resource, end) => void handovers.set(resource, end),
  }
}
