/** Connects the workers of a site through a real relay, as a supervisor does. There are no processes behind it. */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { FromSupervisor, ToSupervisor } from '../../src/server/platform/processes/messages.ts'
import type { SupervisorChannel } from '../../src/server/platform/processes/supervisor-channel.ts'
import { relayMessages } from '../../src/server/supervisor/relay-messages.ts'

export type ConnectedWorker = {
  channel: SupervisorChannel
  /** What the supervisor has sent to it, by type. */
  received: FromSupervisor['type'][]
  end: () => void
}

/** Returns workers 1, 2, and so on, of these generations. Messages are serialized, as between processes. */
export function connectWorkers(generations = [1, 1]): ConnectedWorker[] {
  const working = new Map<number, ChildProcess>()
  const relay = relayMessages(() =>
    [...working].map(([number, child]) => ({ worker: String(number), child })),
  )
  return generations.map((generation, index) => {
    const handlers = new EventEmitter()
    const worker: ConnectedWorker = {
      received: [],
      channel: {
        send: (message: ToSupervisor) =>
          void setImmediate(() => process.emit('message', JSON.parse(JSON.stringify(message)))),
        on: (type, handle) => void handlers.on(type, handle),
      },
      end() {
        working.delete(index + 1)
        process.emit('exit')
      },
    }
    const process = Object.assign(new EventEmitter(), {
      connected: true,
      send(message: FromSupervisor) {
        worker.received.push(message.type)
        setImmediate(() => handlers.emit(message.type, JSON.parse(JSON.stringify(message))))
      },
    })
    const child = process as unknown as ChildProcess
    relay.connect(child, generation)
    working.set(index + 1, child)
    return worker
  })
}
