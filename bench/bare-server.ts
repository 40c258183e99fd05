/** The upper bound on this machine: a node:http server in its own process that sends the same bytes for every request. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'

export async function startBareServer(body: Buffer) {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  child.send(body.toString('base64'))
  const [port] = (await once(child, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

if (import.meta.main) {
  process.once('message', (text: string) => {
    const body = Buffer.from(text, 'base64')
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': body.length })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.send?.(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
