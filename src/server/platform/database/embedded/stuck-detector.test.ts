import { expect, test } from 'vitest'
import type { Activity, Health, Work } from './probe.ts'
import { createStuckDetector } from './stuck-detector.ts'

const patience = { idle: 3, silent: 10 }

/** Returns how many equal observations it takes until the server counts as stuck, and why. */
function stuckAfter(health: Health, activityAt: (count: number) => Activity | null, max = 50) {
  const detect = createStuckDetector(patience)
  for (let count = 0; count <= max; count += 1) {
    const reason = detect({ health, activity: activityAt(count) })
    // The first observation has nothing to compare its CPU time with.
    if (reason) return { count, reason }
  }
  return null
}

const withChild = (pid: number, work: Work): Activity => ({
  ...work,
  stopped: false,
  children: new Map([[pid, work]]),
})
const idle = (): Activity => withChild(1, { busy: false, ticks: 7 })
const working = (count: number): Activity => withChild(1, { busy: false, ticks: count })

test('a server that responds is never stuck, however busy or idle it is', () => {
  expect(stuckAfter('responding', idle)).toBeNull()
  expect(stuckAfter('responding', working)).toBeNull()
})

test('a server is stuck when it neither responds nor works', () => {
  expect(stuckAfter('silent', idle)).toEqual({ count: 3, reason: 'it did not respond' })
})

test('a loaded server that does not respond gets more time as long as it works', () => {
  expect(stuckAfter('silent', (count) => working(count + 1))).toEqual({
    count: 9,
    reason: 'it did not respond',
  })
})

test('a recovery takes as long as it needs while it advances, or waits for the disk or a processor', () => {
  expect(stuckAfter('starting', (count) => working(count + 1))).toBeNull()
  expect(stuckAfter('starting', () => withChild(1, { busy: true, ticks: 7 }))).toBeNull()
})

test('a recovery that does not advance is stuck', () => {
  expect(stuckAfter('starting', idle)).toEqual({ count: 3, reason: 'its recovery did not advance' })
})

test('a recovery is stuck when only new processes work, which reject connections', () => {
  expect(stuckAfter('starting', (count) => withChild(count, { busy: true, ticks: count }))).toEqual({
    count: 3,
    reason: 'its recovery did not advance',
  })
})

test('a server with a stopped process is stuck, even if it responds', () => {
  expect(stuckAfter('responding', () => ({ ...idle(), stopped: true }))).toEqual({
    count: 2,
    reason: 'its processes were stopped',
  })
})

test('without /proc, a recovery may take as long as it needs, and silence is still detected', () => {
  expect(stuckAfter('starting', () => null)).toBeNull()
  expect(stuckAfter('silent', () => null)).toEqual({ count: 2, reason: 'it did not respond' })
})

test('one response makes a server healthy again', () => {
  const detect = createStuckDetector(patience)
  for (const health of ['silent', 'silent', 'silent', 'responding', 'silent', 'silent', 'silent'] as const)
    detect({ health, activity: idle() })
  expect(detect({ health: 'responding', activity: idle() })).toBeNull()
})
