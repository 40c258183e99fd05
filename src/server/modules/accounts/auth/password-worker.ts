/** The thread that rates passwords with zxcvbn. Started by password-rules.ts. */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type ScoreRequest = { password: string; userInputs: string[] }

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ password, userInputs }: ScoreRequest) => {
  parentPort?.postMessage(zxcvbn.check(password, userInputs).score)
})
