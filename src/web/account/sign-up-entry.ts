/** What was typed at sign-up or sign-in, without the password, as the history entry of the next page keeps it. */
export type SignUpEntry = { name: string; email: string }

/** Returns the entry in a history state, which may hold anything, or null. */
export function readSignUpEntry(state: unknown): SignUpEntry | null {
  if (typeof state !== 'object' || state === null || !('name' in state) || !('email' in state)) return null
  const { name, email } = state
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : null
}
