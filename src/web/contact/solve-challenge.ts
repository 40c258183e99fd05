import { AppError } from '../../shared/errors.ts'

/** Answers what is to be sent along with the message: base64 of JSON. */
export async function solveChallenge(challenge: object, contactEmail: string): Promise<string> {
  // Browsers keep their arithmetic of secrets for https, and for this very computer.
  if (!globalThis.crypto?.subtle) throw unsolved('over a secure connection (https)', contactEmail)
  const solution = await solveInWorker(challenge)
  if (!solution) throw unsolved('in a minute and a half', contactEmail)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Null when it takes too long. */
function solveInWorker(challenge: object): Promise<object | null> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<object | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The puzzle could not be solved.')))
  })
  worker.postMessage(challenge)
  return solved.finally(() => worker.terminate())
}

const unsolved = (how: string, contactEmail: string) =>
  new AppError(
    'unavailable',
    `Before a further message we ask your browser for a small check, which it can only do ${how}. Please write to ${contactEmail} instead.`,
  )
