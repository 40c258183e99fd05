import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { FromSupervisor, ToSupervisor } from '../platform/processes/messages.ts'
import { relayMessages } from './relay-messages.ts'

/** The supervisor's end of a channel; there is no process behind it. */
function createChild() {
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    received: [] as FromSupervisor[],
    send: (message: FromSupervisor) => void child.received.push(message),
    says: (message: ToSupervisor) => void child.emit('message', message),
    takes: () => child.received.splice(0).map(({ type }) => type),
  })
  return child
}

function createRelay(count: number) {
  const children = Array.from({ length: count }, createChild)
  const processes = children.map((child, index) => ({
    worker: String(index + 1),
    child: child as unknown as ChildProcess,
  }))
  const relay = relayMessages(() => processes)
  for (const { child } of processes) relay.connect(child)
  return children
}

const acquire = { type: 'acquire-lock', resource: 'pictures' } as const
const release = { type: 'release-lock', resource: 'pictures' } as const

test('one process at a time has the lock, and the one before it gives up what it keeps', () => {
  const [one, two] = createRelay(2)
  one?.says(acquire)
  two?.says(acquire)
  expect([one?.takes(), two?.takes()]).toEqual([['lock-acquired'], []])
  one?.says(release)
  expect([one?.takes(), two?.takes()]).toEqual([['lock-handed-over'], ['lock-acquired']])
  two?.says(release)
  two?.says(acquire)
  expect([one?.takes(), two?.takes()]).toEqual([[], ['lock-acquired']])
})

test('the locks of different resources are independent', () => {
  const [one, two] = createRelay(2)
  one?.says(acquire)
  two?.says({ type: 'acquire-lock', resource: 'drawings' })
  expect([one?.takes(), two?.takes()]).toEqual([['lock-acquired'], ['lock-acquired']])
})

test('the lock of a process that dies goes to the next one, and a dead one gets none', () => {
  const [one, two, three] = createRelay(3)
  for (const child of [one, two, three]) child?.says(acquire)
  two?.emit('exit')
  one?.emit('exit')
  expect([two?.takes(), three?.takes()]).toEqual([[], ['lock-acquired']])
})

test('releasing a lock that another process has changes nothing', () => {
  const [one, two, three] = createRelay(3)
  for (const child of [one, two]) child?.says(acquire)
  three?.says(release)
  expect([one?.takes(), two?.takes()]).toEqual([['lock-acquired'], []])
})

test('metrics of a process that does not respond are left out', async () => {
  const [asking, answering, silent] = createRelay(3)
  asking?.says({ type: 'collect-metrics', id: 'scrape' })
  const [question] = answering?.received ?? []
  if (question?.type !== 'read-metrics') throw new Error('The second process was not asked.')
  expect(silent?.takes()).toEqual(['read-metrics'])
  answering?.says({ type: 'metrics', id: question.id, metrics: [] })
  await expect
    .poll(() => asking?.received)
    .toEqual([{ type: 'collected-metrics', id: 'scrape', processes: [{ worker: '2', metrics: [] }] }])
})
