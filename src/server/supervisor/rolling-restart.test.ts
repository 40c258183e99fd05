import { expect, test } from 'vitest'
import { silentLog } from '../../../test/support/site/silent-log.ts'
import { createRollingRestart } from './rolling-restart.ts'

/** Records the steps of a restart. Each replacement ends when the test calls `finish`. */
function start({ prepares = true, replaces = true } = {}) {
  const steps: string[] = []
  const waiting: (() => void)[] = []
  const processOf = (name: string) => ({
    name,
    replace: () =>
      new Promise<boolean>((resolve) => {
        steps.push(name)
        waiting.push(() => resolve(replaces))
      }),
  })
  const processes = [processOf('one'), processOf('two')]
  let stopping = false
  const prepare = async () => {
    steps.push('prepare')
    return prepares
  }
  const options = { processes: () => processes, prepare, isStopping: () => stopping, log: silentLog }
  return {
    steps,
    restart: createRollingRestart(options),
    finish: () => waiting.shift()?.(),
    stop: () => {
      stopping = true
    },
  }
}

test('replaces one process after the other', async () => {
  const { steps, restart, finish } = start()
  restart()
  await expect.poll(() => steps).toEqual(['prepare', 'one'])
  finish()
  await expect.poll(() => steps).toEqual(['prepare', 'one', 'two'])
})

test('two calls during a restart cause one more', async () => {
  const { steps, restart, finish } = start()
  restart()
  await expect.poll(() => steps).toContain('one')
  restart()
  restart()
  finish()
  await expect.poll(() => steps).toContain('two')
  finish()
  await expect.poll(() => steps).toEqual(['prepare', 'one', 'two', 'prepare', 'one'])
  finish()
  await expect.poll(() => steps.length).toBe(6)
  finish()
  restart()
  await expect.poll(() => steps.length).toBe(8)
})

test('replaces no other process after one that failed', async () => {
  const { steps, restart, finish } = start({ replaces: false })
  restart()
  await expect.poll(() => steps).toContain('one')
  finish()
  restart()
  await expect.poll(() => steps).toEqual(['prepare', 'one', 'prepare', 'one'])
})

test('replaces nothing if the database cannot be prepared, or once the site stops', async () => {
  const broken = start({ prepares: false })
  broken.restart()
  await expect.poll(() => broken.steps).toEqual(['prepare'])
  const { steps, restart, finish, stop } = start()
  restart()
  await expect.poll(() => steps).toContain('one')
  stop()
  restart()
  finish()
  await expect.poll(() => steps).toEqual(['prepare', 'one'])
})
