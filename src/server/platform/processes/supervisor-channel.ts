/** The channel of a process of the site to its supervisor. */
import type { FromSupervisor, ToSupervisor } from './messages.ts'

type MessageOf<Type extends FromSupervisor['type']> = Extract<FromSupervisor, { type: Type }>

export type SupervisorChannel = ReturnType<typeof openSupervisorChannel>

/** Opens the channel of a process that a supervisor has started. Others may have a channel to something else. */
export function openSupervisorChannel() {
  return {
    // Without a supervisor, this process stops; until then, nobody responds.
    send: (message: ToSupervisor) =>
      void (process.connected && process.send?.(message, undefined, undefined, () => {})),
    on<Type extends FromSupervisor['type']>(type: Type, handle: (message: MessageOf<Type>) => void) {
      process.on('message', (message: FromSupervisor) => {
        if (message?.type === type) handle(message as MessageOf<Type>)
      })
    },
  }
}
