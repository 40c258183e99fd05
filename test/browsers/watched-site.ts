/**
 * A proxy that serves the site and records what goes wrong in its pages: WebDriver reports neither console errors nor
 * page errors. Every page gets one more script, which runs first.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '../../src/server/platform/free-port.ts'
import { startSite } from '../support/site/site.ts'

const scriptPath = '/record-problems.js'

declare global {
  interface Window {
    /** Returns what went wrong in this tab since the last call. */
    takeRecordedProblems: () => string[]
  }
}

export type WatchedSite = Awaited<ReturnType<typeof startWatchedSite>>

/** Starts the demo site behind the proxy. */
export async function startWatchedSite() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const site = await startSite({ settings: { PUBLIC_URL: url } })
  const failedRequests: string[] = []
  const proxy = createServer((request, response) => {
    if (request.url === scriptPath) sendScript(response)
    else forward(site.url, request, response, failedRequests)
  })
  proxy.listen(port, 'localhost')
  await once(proxy, 'listening')
  return {
    url,
    folder: site.folder,
    /** Returns the responses of 400 and more since the last call. */
    takeFailedRequests: () => failedRequests.splice(0),
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await site.stop()
    },
  }
}

function sendScript(response: ServerResponse) {
  response.setHeader('content-type', 'text/javascript').end(`(${recordProblems})()`)
}

function forward(upstream: string, request: IncomingMessage, response: ServerResponse, failed: string[]) {
  const { method, headers } = request
  const options = { method, headers: { ...headers, 'accept-encoding': 'identity' } }
  const forwarded = sendRequest(`${upstream}${request.url}`, options, async (reply) => {
    const { statusCode = 502 } = reply
    if (statusCode >= 400) failed.push(`${statusCode}: ${method} ${request.url}`)
    const isPage = reply.headers['content-type']?.startsWith('text/html') ?? false
    const { 'content-length': length, ...replyHeaders } = reply.headers
    response.writeHead(statusCode, isPage ? replyHeaders : reply.headers)
    if (!isPage) return reply.pipe(response)
    response.end((await text(reply)).replace('<head>', `<head><script src="${scriptPath}"></script>`))
  })
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
}

/** Runs in the page, so it must be self-contained. */
function recordProblems() {
  const key = 'recorded-problems'
  const read = (): string[] => JSON.parse(sessionStorage.getItem(key) ?? '[]')
  const record = (problem: string) =>
    sessionStorage.setItem(key, JSON.stringify([...read(), `${problem} (${location.pathname})`]))
  window.takeRecordedProblems = () => {
    const problems = read()
    sessionStorage.removeItem(key)
    return problems
  }
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values: unknown[]) => {
      record(`console ${level}: ${values.join(' ')}`)
      write(...values)
    }
  }
  addEventListener('error', ({ message }) => record(`page error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => record(`unhandled rejection: ${reason}`))
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
    record(`content security policy: ${effectiveDirective} blocked ${blockedURI}`),
  )
}
