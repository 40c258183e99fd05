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

const request = { type: 'request-turn', resource: 'pictures' } as const
const end = { type: 'end-turn', resource: 'pictures' } as const

test('one process at a time has the turn, and the one before it gives up what it keeps', () => {
  const [one, two] = createRelay(2)
  one?.says(request)
  two?.says(request)
  expect([one?.takes(), two?.takes()]).toEqual([['turn'], []])
  one?.says(end)
  expect([one?.takes(), two?.takes()]).toEqual([['yield'], ['turn']])
  two?.says(end)
  two?.says(request)
  expect([one?.takes(), two?.takes()]).toEqual([[], ['turn']])
})

test('the turns of different resources are independent', () => {
  const [one, two] = createRelay(2)
  one?.says(request)
  two?.says({ type: 'request-turn', resource: 'drawings' })
  expect([one?.takes(), two?.takes()]).toEqual([['turn'], ['turn']])
})

test('the turn of a process that dies goes to the next one, and a dead one gets none', () => {
  const [one, two, three] = createRelay(3)
  for (const child of [one, two, three]) child?.says(request)
  two?.emit('exit')
  one?.emit('exit')
  expect([two?.takes(), three?.takes()]).toEqual([[], ['turn']])
})

test('ending a turn that another process has changes nothing', () => {
  const [one, two, three] = createRelay(3)
  for (const child of [one, two]) child?.says(request)
  three?.says(end)
  expect([one?.takes(), two?.takes()]).toEqual([['turn'], []])
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
