import { expect, test } from 'vitest'
import { printComparison } from './report-comparison.ts'

const turn = (rate: number, p99: number, failures = 0) => ({ rate, p50: 1.25, p95: 20, p99, failures })

test('the means of the turns of two versions are compared', () => {
  const lines: string[] = []
  printComparison(
    [
      {
        name: 'list',
        turns: [
          [turn(100, 30), turn(300, 50)],
          [turn(150, 90, 2), turn(250, 90, 1)],
        ],
      },
    ],
    (line) => lines.push(line),
  )
  expect(lines[1]?.split(/ {2,}/)).toEqual([
    'list',
    '200',
    '200',
    '1.00',
    '1.3',
    '1.3',
    '20',
    '20',
    '40',
    '90',
    '0',
    '3',
  ])
})
