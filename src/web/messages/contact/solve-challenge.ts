import { AppError } from '../../../shared/errors.ts'

/** Returns the solution to send with the message, as base64-encoded JSON. Throws if the browser cannot solve it. */
export async function solveChallenge(challenge: object, contactEmail: string): Promise<string> {
  // Browsers offer WebCrypto only over https and on localhost.
  if (!globalThis.crypto?.subtle)
    throw challengeError('Our spam check needs a secure connection (https).', contactEmail)
  const solution = await solveInWorker(challenge)
  if (!solution) throw challengeError('Your browser couldn’t finish our spam check in time.', contactEmail)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Returns null if it takes too long. */
function solveInWorker(challenge: object): Promise<object | null> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
  const solution = new Promise<object | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The challenge could not be solved.')))
  })
  worker.postMessage(challenge)
  return solution.finally(() => worker.terminate())
}

const challengeError = (problem: string, contactEmail: string) =>
  new AppError('unavailable', `${problem} Please write to ${contactEmail} instead.`)
