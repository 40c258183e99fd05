/** Compares the site with a bare server that sends the same bytes. */
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startBareServer } from './bare-server.ts'
import { measure } from './load-test.ts'

const bareSeconds = 1

/** Returns the requests per second of a bare server that sends the response of `url`. */
export async function bareRate(
  url: string,
  { connections, acceptEncoding = 'identity' }: { connections: number; acceptEncoding?: string | undefined },
): Promise<number> {
  const body = await readBytes(url, acceptEncoding)
  const bare = await startBareServer(body)
  try {
    return (await measure('bare', bare.origin, ['/'], bareSeconds, { connections })).rate
  } finally {
    await bare.stop()
  }
}

/** Returns the bytes of a response as sent; `fetch` would decompress them. */
function readBytes(url: string, acceptEncoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      buffer(response).then(resolve, reject)
    }).on('error', reject)
  })
}
