/** Traces of the running server, as a collector receives them. */
import { beforeAll, expect, test, vi } from 'vitest'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createDatabase, registerCleanup } from '../support/site/app.ts'
import { startSite } from '../support/site/site.ts'
import { type ReceivedSpan, startTraceReceiver } from './trace-receiver.ts'

const server = 2
const client = 3

async function startTracedSite(settings: Record<string, string> = {}) {
  const receiver = await startTraceReceiver()
  const { database, address } = await createDatabase()
  let log = ''
  const site = await startSite({
    databaseUrl: address,
    demo: false,
    onOutput: (text) => {
      log += text
    },
    settings: {
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      ...settings,
    },
  })
  registerCleanup(() => site.stop())
  const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })
  return { ...receiver, database, site, get, log: () => log }
}

/** Its tests tell their spans apart by the routes. */
let traced: Awaited<ReturnType<typeof startTracedSite>>
beforeAll(async () => {
  traced = await startTracedSite({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging' })
})

/** Waits for the request's span: it ends last and may be sent after those of its queries. */
const requestSpan = (spans: ReceivedSpan[], name: string) =>
  vi.waitFor(() => {
    const span = spans.find((one) => one.kind === server && one.name === name)
    expect(span, `${name} among ${spans.map((one) => one.name).join(', ')}`).toBeDefined()
    return span as ReceivedSpan
  }, 30_000)

const below = (spans: ReceivedSpan[], { spanId }: ReceivedSpan): ReceivedSpan[] => {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  return [...children, ...children.flatMap((child) => below(spans, child))]
}

test('a request is one trace, with its calls and queries', async () => {
  const { get, spans, resources, requests, log } = traced
  await get('/all-services?searchtext=purple-unicorn')
  const page = await requestSpan(spans, 'GET /all-services')
  await vi.waitFor(() => {
    const nested = below(spans, page)
    expect(nested.some(({ name }) => name === 'call filterServices' || name === 'call listServices')).toBe(
      true,
    )
    expect(nested.some(({ name, kind }) => name === 'SELECT' && kind === client)).toBe(true)
  }, 30_000)
  for (const span of below(spans, page)) expect(span.traceId).toBe(page.traceId)
  expect(page.parentSpanId ?? '').toBe('')
  expect(page.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/all-services',
    'http.response.status_code': 200,
  })
  const query = below(spans, page).find(({ name }) => name === 'SELECT')
  expect(query?.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' })
  expect(String(query?.attributes['db.query.text'])).toMatch(/^select /i)
  expect(resources[0]).toMatchObject({
    'service.name': 'corkboard',
    'deployment.environment.name': 'staging',
  })
  expect(requests.join('\n')).toMatch(/^POST \/v1\/traces /)
  expect(requests.join('\n')).not.toContain('unicorn')
  const line = log()
    .split('\n')
    .find((text) => text.includes('"route":"/all-services"'))
  expect(line).toContain(`"traceId":"${page.traceId}"`)
})

test('a request with a body keeps its trace, and nothing that was entered is in it', async () => {
  const { site, database, spans, requests } = traced
  const { email } = await createUser(database)
  const response = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: goodPassword }),
  })
  const session = response.headers.getSetCookie().join()
  expect(response.status).toBe(200)
  await fetch(`${site.url}/api/remove-admin/${email}`, { method: 'PUT' })
  await fetch(`${site.url}/email-link?token=a-secret-token`)
  const signIn = await requestSpan(spans, 'POST /api/auth/sign-in/email')
  await vi.waitFor(() => {
    const operations = below(spans, signIn).map(({ name }) => name)
    expect(operations).toEqual(expect.arrayContaining(['SELECT', 'INSERT']))
  }, 30_000)
  await requestSpan(spans, 'PUT /api/remove-admin/:email')
  await requestSpan(spans, 'GET /email-link')
  const sent = requests.join('\n')
  for (const secret of [
    email,
    encodeURIComponent(email),
    goodPassword,
    'a-secret-token',
    /session_token=([^;.]{20})/.exec(session)?.[1] ?? '',
  ])
    expect(secret.length > 0 && sent.includes(secret), secret).toBe(false)
})

test('concurrent requests that share a few connections keep their own queries', async () => {
  const { get, spans } = traced
  await Promise.all(Array.from({ length: 60 }, (_, index) => get(`/api/services?page=${index + 1}`)))
  await vi.waitFor(() => {
    const calls = spans.filter(({ name }) => name === 'call listServices')
    expect(calls).toHaveLength(60)
    // Each loads a different page. Only the query of the snapshot is shared.
    const own = calls.map((call) =>
      below(spans, call).filter(
        ({ attributes }) => !/current_snapshot/.test(String(attributes['db.query.text'])),
      ),
    )
    const counts = own.map((queries) => queries.length)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBe(Math.min(...counts))
  }, 30_000)
})

test('honors traceparent, and its decision not to sample', async () => {
  const { get, spans } = traced
  const [sampled, notSampled] = ['0af7651916cd43dd8448eb211c80319c', '1af7651916cd43dd8448eb211c80319c']
  await get('/api/categories', { traceparent: `00-${notSampled}-b7ad6b7169203331-00` })
  await get('/api/events', { traceparent: `00-${sampled}-b7ad6b7169203331-01` })
  const span = await requestSpan(spans, 'GET /api/events')
  expect(span).toMatchObject({ traceId: sampled, parentSpanId: 'b7ad6b7169203331' })
  expect(spans.some(({ traceId }) => traceId === notSampled)).toBe(false)
})

test('OTEL_TRACES_SAMPLER decides what is sent', { tags: ['slow'] }, async () => {
  const { get, site, requests } = await startTracedSite({
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await get('/api/services')
  // Stopping sends what is left.
  await site.stop().catch(() => {})
  expect(requests).toEqual([])
})

test('a collector that does not respond delays nothing, and probes are not traced', {
  tags: ['timed', 'slow'],
}, async () => {
  const { get, spans } = await startTracedSite()
  await get('/healthz')
  await get('/readyz')
  await get('/api/services')
  await requestSpan(spans, 'GET /api/services')
  expect(spans.some(({ name }) => /healthz|readyz/.test(name))).toBe(false)

  const away = await startTracedSite({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const started = performance.now()
  expect((await away.get('/api/services')).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(3000)
})
