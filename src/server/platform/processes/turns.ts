/** Lets one process of this machine at a time do what takes much memory. The supervisor gives the turns. */
import type { SupervisorChannel } from './supervisor-channel.ts'

export type Turns = {
  /** How many processes share the turns. */
  processes: number
  /** Waits for this process's turn. Returns what ends it. The caller takes no second turn before. */
  take: (resource: string) => Promise<() => void>
  /** Calls this when another process gets the turn, so that nothing is kept for the next one. */
  onYield: (resource: string, end: () => void) => void
}

/** For a process that shares nothing: it is always its turn. */
export const ownTurns: Turns = { processes: 1, take: async () => () => {}, onYield: () => {} }

export function createTurns(channel: SupervisorChannel, processes: number): Turns {
  const waiting = new Map<string, () => void>()
  const yields = new Map<string, () => void>()
  channel.on('turn', ({ resource }) => {
    waiting.get(resource)?.()
    waiting.delete(resource)
  })
  channel.on('yield', ({ resource }) => yields.get(resource)?.())
  return {
    processes,
    async take(resource) {
      await new Promise<void>((resolve) => {
        waiting.set(resource, resolve)
        channel.send({ type: 'request-turn', resource })
      })
      return () => channel.send({ type: 'end-turn', resource })
    },
    onYield: (resource, end) => void yields.set(resource, end),
  }
}
