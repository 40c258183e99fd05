/** A real S3-compatible server with one bucket, which can be stopped and restarted. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '../../../src/server/config/storage-url.ts'

export type BucketServer = {
  bucket: Bucket
  /** The value of STORAGE_URL. */
  url: string
  /** Returns the keys of all objects. */
  keys: () => Promise<string[]>
  /** Rejects connections until `up` restarts it on the same port. */
  down: () => Promise<void>
  up: () => Promise<void>
  close: () => Promise<void>
}

const name = 'pictures'
/** The only credentials that s3rver accepts. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const objectFile = '._S3rver_object'

export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'corkboard-s3-'))
  let running: S3rver | null = null

  const open = async (port: number) => {
    running = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name }],
    })
    return (await running.run()).port
  }
  const down = async () => {
    const server = running?.httpServer
    running = null
    if (!server) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  const port = await open(0)
  const endpoint = `http://127.0.0.1:${port}`
  const { accessKeyId, secretAccessKey } = credentials
  return {
    bucket: { name, prefix: 'board', endpoint, region: 'us-east-1', credentials },
    url: `s3://${accessKeyId}:${secretAccessKey}@${name}/board?endpoint=${endpoint}`,
    async keys() {
      const files = await readdir(join(directory, name), { recursive: true })
      return files
        .filter((file) => file.endsWith(objectFile))
        .map((file) => file.slice(0, -objectFile.length))
    },
    down,
    up: async () => void (await open(port)),
    async close() {
      await down()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
