import { Worker } from 'node:worker_threads'
import type { VocabularySource } from './index-vocabulary.ts'
import type { WordIndex } from './vocabulary.ts'

const program = new URL('vocabulary-worker.ts', import.meta.url)

/**
 * Indexes words in a thread, so that no request waits. The memory that it takes on the way is free again afterwards. Throws if the
 * thread fails.
 */
export async function indexInThread(source: VocabularySource): Promise<WordIndex> {
  const worker = new Worker(program, {
    workerData: source,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
  })
  worker.unref()
  const index = Promise.withResolvers<WordIndex>()
  worker
    .on('message', index.resolve)
    .on('error', index.reject)
    .on('exit', () => index.reject(new Error('The thread that indexes words has exited.')))
  try {
    return await index.promise
  } finally {
    void worker.terminate()
  }
}
