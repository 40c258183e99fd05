import { expect, test } from 'vitest'
import { createProviderLog } from './identity.ts'

function createLog() {
  const lines: unknown[][] = []
  const write =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line])
  let time = 1_000_000
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  return {
    lines,
    providerLog: createProviderLog(log, () => time),
    wait: (ms: number) => {
      time += ms
    },
  }
}

const sentence = 'A sign-in through a provider failed.'

test('writes a failure as a warning, with its cause', () => {
  const { lines, providerLog } = createLog()
  providerLog.log?.('error', 'Failed to parse state', new Error('State mismatch'))
  providerLog.log?.('error', '', new Error('invalid_grant'))
  expect(lines).toEqual([
    ['warn', { reason: 'Failed to parse state: State mismatch' }, sentence],
    ['warn', { reason: 'invalid_grant' }, sentence],
  ])
})

test('writes at most ten a minute, and then counts those that it left out', () => {
  const { lines, providerLog, wait } = createLog()
  for (let n = 0; n < 500; n += 1) providerLog.log?.('error', 'State not found')
  expect(lines).toHaveLength(10)
  wait(60_000)
  for (let n = 0; n < 2; n += 1) providerLog.log?.('error', 'State not found')
  expect(lines.slice(10)).toEqual([
    ['warn', { reason: 'State not found', omitted: 490 }, sentence],
    ['warn', { reason: 'State not found' }, sentence],
  ])
})
