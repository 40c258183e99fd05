import { expect, test } from 'vitest'
import { createConnectionShare } from './connection-share.ts'

const limits = { connections: 50, connectionsPerNetwork: 5, connectionMs: 1_000 }

/** Opens connections from different networks of a /48, and returns how many stay. */
function open(share: ReturnType<typeof createConnectionShare>, prefix: string, count: number): number {
  const isAdmitted = (network: number) => share.add(`${prefix} ${network}`, `${prefix}:${network}::1`)
  return Array.from({ length: count }, (_, n) => isAdmitted(n + 1)).filter(Boolean).length
}

test('the networks of an IPv6 /48 have three times the connections of one network', () => {
  const share = createConnectionShare(limits, () => {})
  expect([open(share, '2001:db8:7', 20), open(share, '2001:db8:8', 1)]).toEqual([15, 1])
})

test('a /48 whose connections have named recipients gives way to others', () => {
  const closed: string[] = []
  const share = createConnectionShare({ ...limits, connections: 15 }, (id) => closed.push(id))
  open(share, '2001:db8:7', 15)
  for (let n = 1; n <= 15; n += 1) Object.assign(share.get(`2001:db8:7 ${n}`) ?? {}, { hasRecipient: true })
  expect(open(share, '2001:db8:8', 1)).toBe(1)
  expect(closed).toEqual(['2001:db8:7 1'])
})
