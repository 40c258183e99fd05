/** Which drafts are open in a tab: each tab holds a Web Lock for its slot, so that another one does not restore it. */

/** A page that was just left, as by a reload, may take a moment to release its lock. */
const patienceMs = 300

const releases = new Map<string, () => void>()

/** Returns false if another tab has the draft open. Without Web Locks, as on a site without TLS, nobody can know. */
export function claimSlot(key: string): Promise<boolean> {
  if (releases.has(key) || !('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<void>((release) => releases.set(key, release))
    }
    navigator.locks
      .request(key, { signal: AbortSignal.timeout(patienceMs) }, hold)
      .catch(() => resolve(false))
  })
}

export function releaseSlot(key: string) {
  releases.get(key)?.()
  releases.delete(key)
}
