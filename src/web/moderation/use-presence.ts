import { useEffect, useEffectEvent, useState } from 'react'
import type { ReportCase } from '../../shared/moderation.ts'
import { canModerate } from '../../shared/policy.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'

/** Well below the minute for which the server remembers a view. */
const heartbeatMs = 20_000

/** While the case is open here, tells the server so and returns the other admins who have it open. */
export function usePresence({ listing: { _id: id }, viewedBy }: ReportCase) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const [open, setOpen] = useState(false)
  const [latest, setLatest] = useState<string[] | null>(null)

  const sendHeartbeat = useEffectEvent(async () => {
    // Nobody is viewing a page in a background tab.
    if (document.hidden) return
    // A refused call would end the session. This one runs by itself, so check first that it is allowed.
    if (!canModerate(await api.getSession({}))) return revalidate()
    setLatest((await api.markCaseViewed({ params: { id } })).viewedBy)
  })

  useEffect(() => {
    if (!open) return
    // Ignore errors: if the case is closed by now, or the server is down, the admin's next action says so.
    const beat = () => void sendHeartbeat().catch(() => {})
    beat()
    const timer = setInterval(beat, heartbeatMs)
    return () => clearInterval(timer)
  }, [open])

  return { others: (open ? latest : null) ?? viewedBy, setOpen }
}
