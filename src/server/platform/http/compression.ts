/** Compresses replies that are not compressed yet. Pages compress themselves, once for all visitors. */
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller replies fit into one packet anyway. */
const minBytes = 1024

/**
 * Larger replies are compressed by a stream in another thread. For smaller ones, that costs more than it saves: with a stream, 38 kB of
 * each search remained in memory until the next full garbage collection, and 6 without one.
 */
const maxSyncBytes = 128 * 1024

/** Compresses with Brotli or gzip, as the client accepts. */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: minBytes,
    syncThreshold: maxSyncBytes,
    encodings: ['br', 'gzip'],
  })
}
