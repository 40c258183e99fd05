import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { comparedClasses, requestClasses, unknownClass } from './classes.ts'
import { type Draw, distinctPaths } from './draw.ts'

test.each(['', 'search', 'page, mix', 'page, long tail', 'saved'])('%j is a part of a class', (name) => {
  expect(unknownClass(name)).toBeNull()
})

test('an unknown class ends the benchmark with a sentence, before it starts anything', async () => {
  const bench = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bench/main.ts', '--only', 'nothing'],
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const code = new Promise((resolve) => bench.on('close', resolve))
  const [output, problem] = await Promise.all([text(bench.stdout), text(bench.stderr)])
  expect([await code, output]).toEqual([1, ''])
  expect(problem).toMatch(
    /^--only nothing matches no class\. Choose a part of one of these names: search, one word; .*\.\n$/,
  )
}, 60_000)

test('compared classes are among all classes', () => {
  expect(Object.keys(requestClasses({} as Draw, 0))).toEqual(expect.arrayContaining(comparedClasses))
})

test('paths are drawn until one is new, but not forever', () => {
  let draws = 0
  const next = distinctPaths(() => `/${Math.floor(draws++ / 3) % 4}`, new Set())
  expect(Array.from({ length: 4 }, next)).toEqual(['/0', '/1', '/2', '/3'])
  expect(next()).toMatch(/^\/[0-3]$/)
})
