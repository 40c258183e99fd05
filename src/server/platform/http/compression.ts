/** Compresses replies that are not compressed yet. Pages compress themselves, once for all visitors. */
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller replies fit into one packet anyway. */
const minBytes = 1024

/**
 * Larger replies are compressed in another thread. For smaller ones that costs more than it saves: each such stream keeps everything
 * that its request allocated until the next collection of the whole heap, seven times as much as otherwise.
 */
const maxSyncBytes = 128 * 1024

export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: minBytes,
    syncThreshold: maxSyncBytes,
    encodings: ['br', 'gzip'],
  })
}
