/** A fake third-party image host, which records what it receives. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type ReceivedUpload = { fields: Record<string, string>; fileName: string; cookie: string | undefined }

export type ImageHost = {
  uploadUrl: string
  deliveryUrl: string
  received: ReceivedUpload[]
  stop: () => Promise<void>
}

const onePixel = Buffer.from('R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

export async function startImageHost(): Promise<ImageHost> {
  const received: ReceivedUpload[] = []
  const server = createServer((request, response) => {
    void respond(request, response, received)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    uploadUrl: `${origin}/upload`,
    deliveryUrl: `${origin}/pictures/`,
    received,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function respond(request: IncomingMessage, response: ServerResponse, received: ReceivedUpload[]) {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  // Does not allow credentials: a browser that sent them would reject this response.
  response.setHeader('access-control-allow-headers', 'content-type')
  if (request.method === 'GET') return response.setHeader('content-type', 'image/gif').end(onePixel)
  if (request.method === 'OPTIONS') return response.end()
  const form = await new Response(await buffer(request), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const file = form.get('file') as File
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  received.push({ fields: Object.fromEntries(fields), fileName: file.name, cookie: request.headers.cookie })
  const host = `http://${request.headers.host}`
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ secure_url: `${host}/pictures/${received.length}.gif`, etag: 'ignored' }))
}
