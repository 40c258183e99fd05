/** An OTLP/HTTP receiver that records the spans it gets, in place of an OpenTelemetry collector. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registerCleanup } from '../support/site/app.ts'

type AttributeValue = {
  stringValue?: string
  intValue?: number | string
  doubleValue?: number
  boolValue?: boolean
}
type Attribute = { key: string; value: AttributeValue }

type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

type OtlpRequest = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

export type ReceivedSpan = Omit<OtlpSpan, 'attributes'> & { attributes: Record<string, unknown> }

export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    requests.push(`${request.method} ${request.url} ${text}`)
    const body = JSON.parse(text) as OtlpRequest
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(toRecord(resource.attributes))
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: toRecord(span.attributes) })
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  registerCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, resources, requests }
}

const toRecord = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
