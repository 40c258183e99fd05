/** What keeps bots from sending messages: a hidden field, and a challenge for those who send many. */

import { useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'

/** Returns a function that solves the proof-of-work challenge of the next message, if the server requires one. */
export function useChallenge() {
  const { api } = useBackend()
  const { settings } = useSite()
  const [solving, setSolving] = useState(false)

  /** Returns what to send with the message. */
  async function solve(): Promise<{ challengeSolution?: string }> {
    const challenge = await api.getChallenge({})
    if (!challenge) return {}
    setSolving(true)
    try {
      return { challengeSolution: await solveChallenge(challenge, settings.contactEmail) }
    } finally {
      setSolving(false)
    }
  }
  return { solve, solving }
}

/** Returns the solution to send with the message, as base64-encoded JSON. Throws if the browser cannot solve it. */
async function solveChallenge(challenge: object, contactEmail: string): Promise<string> {
  // Browsers offer WebCrypto only over https and on localhost.
  if (!globalThis.crypto?.subtle)
    throw new AppError(
      'unavailable',
      t('Our spam check needs a secure connection (https). Please write to {email} instead.', {
        email: contactEmail,
      }),
    )
  const solution = await solveInWorker(challenge)
  if (!solution)
    throw new AppError(
      'unavailable',
      t('Your browser couldn’t finish our spam check in time. Please write to {email} instead.', {
        email: contactEmail,
      }),
    )
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

export const SolvingNotice = () => (
  <p className="text-sm text-soft">
    {t('One moment. Your browser is running a quick spam check, and then your message will be sent.')}
  </p>
)

/** A field that only bots fill in: hidden from sight, screen readers and the keyboard. The server drops such messages. */
export function Honeypot() {
  return (
    <div className="hidden" aria-hidden>
      <label>
        {t('Website (leave empty)')}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
