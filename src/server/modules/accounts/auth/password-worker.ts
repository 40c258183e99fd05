/** The thread that rates passwords with zxcvbn, which takes tens of milliseconds. Started by password-scorer.ts. */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type ScoreRequest = { id: number; password: string; userInputs: string[] }
export type ScoreReply = { id: number; score: number }

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ id, password, userInputs }: ScoreRequest) => {
  const { score } = zxcvbn.check(password, userInputs)
  parentPort?.postMessage({ id, score } satisfies ScoreReply)
})
