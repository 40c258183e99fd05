/** What keeps bots from sending messages: a hidden field, and a challenge for those who send many. */
import { useState } from 'react'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'

/** Returns a function that solves the proof-of-work challenge of the next message, if the server requires one. */
export function useChallenge() {
  const { api } = useBackend()
  const { product } = useSite()
  const [solving, setSolving] = useState(false)

  /** Returns what to send with the message. */
  async function solve(): Promise<{ challengeSolution?: string }> {
    const challenge = await api.getChallenge({})
    if (!challenge) return {}
    setSolving(true)
    try {
      const { solveChallenge } = await import('./solve-challenge.ts')
      return { challengeSolution: await solveChallenge(challenge, product.contactEmail) }
    } finally {
      setSolving(false)
    }
  }
  return { solve, solving }
}

export const SolvingNotice = () => (
  <p className="text-sm text-soft">
    One moment. Your browser is running a quick spam check, and then your message will be sent.
  </p>
)

/** A field that only bots fill in: hidden from sight, screen readers and the keyboard. The server drops such messages. */
export function Honeypot() {
  return (
    <div className="hidden" aria-hidden>
      <label>
        Website (leave empty)
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
