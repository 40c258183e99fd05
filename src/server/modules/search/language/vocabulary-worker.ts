/** The thread in which the words of a large site are indexed. */
import { parentPort, workerData } from 'node:worker_threads'
import { indexVocabulary, type VocabularySource } from './index-vocabulary.ts'

parentPort?.postMessage(indexVocabulary(workerData as VocabularySource))
