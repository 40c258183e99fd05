/** The dashboard and the alert rules in `monitoring/`, checked against a scrape of the running server and by Prometheus's own tool. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { waitFor } from '../support/checks/emails.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createDatabase } from '../support/site/app.ts'
import { startSite } from '../support/site/site.ts'

const folder = fileURLToPath(new URL('../../monitoring/', import.meta.url))
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8')

const Target = z.object({ expr: z.string() })
const Dashboard = z.object({
  panels: z.array(
    z.object({ id: z.number(), title: z.string(), type: z.string(), targets: z.array(Target).optional() }),
  ),
  annotations: z.object({ list: z.array(Target) }),
})

/** Our names, and those of Node, of the process, and of Prometheus itself. */
const metricName = /\b(?:up|(?:corkboard|nodejs|process)[a-z0-9_:]+)\b(?![="'])/g
const namesIn = (text: string) => [...text.matchAll(metricName)].map(([name]) => name)

let scrape = ''
beforeAll(async () => {
  const { database, address } = await createDatabase()
  const settings = { RATE_LIMIT: '1', WORKERS: '1' }
  const site = await startSite({ databaseUrl: address, demo: false, supervised: true, settings })
  try {
    const { email } = await createUser(database)
    const post = (path: string, body: object) =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await fetch(`${site.url}/`)
    await fetch(`${site.url}/api/services`)
    for (let count = 0; count < 7; count += 1)
      await post('/api/auth/sign-in/email', { email, password: goodPassword })
    await post('/api/auth/request-password-reset', { email })
    scrape = await waitFor('an email that was sent, and the metrics of all processes', async () => {
      const text = await (await fetch(`${site.url}/metrics`)).text()
      const isComplete =
        /^corkboard_emails_total\{.*outcome="sent".*\} 1$/m.test(text) &&
        text.includes('corkboard_search_queue')
      return isComplete ? text : undefined
    })
  } finally {
    await site.stop()
  }
}, 240_000)

/** The names of a scrape by type, with those of the series that a histogram consists of. */
function scrapedNames(): Set<string> {
  const types = [...scrape.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' || type === 'summary'
        ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name],
    ),
  )
}

const rules = read('rules.yml')
const recorded = [...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name)
const alerts = [...rules.matchAll(/- alert: (\S+)/g)].map(([, name = '']) => name)
const dashboard = Dashboard.parse(JSON.parse(read('grafana-dashboard.json')))
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

const unknownIn = (text: string) => {
  const known = new Set([...scrapedNames(), ...recorded, 'up'])
  return namesIn(text).filter((name) => !known.has(name) && name !== 'corkboard')
}

test('every metric of the dashboard exists', () => {
  const expressions = [...panels.flatMap(({ targets = [] }) => targets), ...dashboard.annotations.list]
  expect(panels.length).toBeGreaterThan(20)
  for (const { expr } of expressions) {
    expect(namesIn(expr).length, expr).toBeGreaterThan(0)
    expect(unknownIn(expr), expr).toEqual([])
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

test('every metric of the rules exists', () => {
  const expressions = rules
    .split('\n')
    .filter((line) => !/^\s*(- name|- record|- alert|summary|action|#)/.test(line))
    .join('\n')
  expect(namesIn(expressions).length).toBeGreaterThan(20)
  expect(unknownIn(expressions)).toEqual([])
})

test('every label value that the rules select exists', () => {
  for (const [, metric = '', selector = ''] of rules.matchAll(/(corkboard_\w+)\{([^}]*)\}/g)) {
    for (const [, label, value] of selector.matchAll(/(queue|state)="(\w+)"/g))
      expect(scrape, `${metric} {${selector}}`).toMatch(new RegExp(`^${metric}\\{.*${label}="${value}"`, 'm'))
  }
})

test('every alert has a unit test, a severity, and says what to do', () => {
  const tests = read('rules.test.yml')
  for (const alert of alerts) expect(tests, alert).toContain(`alertname="${alert}"`)
  for (const rule of rules.split('- alert: ').slice(1)) {
    expect(rule).toMatch(/labels: \{ severity: (page|ticket) \}/)
    expect(rule).toMatch(/summary: .{20,}/)
    expect(rule).toMatch(/action: .{20,}/)
  }
})

test('each of our metrics is on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))))
  const viaRules = new Set(namesIn(rules))
  const hidden = [...scrape.matchAll(/^# TYPE (corkboard_\S+) \w+$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => ![...shown, ...viaRules].some((one) => one === name || one.startsWith(`${name}_`)))
  expect(hidden).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const runPromtool = (args: string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, input, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

describe.skipIf(!hasPromtool)(
  `promtool${hasPromtool ? '' : ' is not installed (Debian package prometheus)'}`,
  () => {
    test.each([
      ['the rules are valid', ['check', 'rules', '--lint=all', '--lint-fatal', 'rules.yml']],
      ['the configuration is valid', ['check', 'config', 'prometheus.yml']],
      ['the unit tests of the alerts pass', ['test', 'rules', 'rules.test.yml']],
    ])('%s', (_name, args) => {
      const { status, output } = runPromtool(args)
      expect(status, output).toBe(0)
    })

    test('the metrics follow the conventions of Prometheus', () => {
      const { status, output } = runPromtool(['check', 'metrics'], scrape)
      expect(`${status} ${output}`).toBe('0 ')
    })
  },
)
