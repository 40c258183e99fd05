import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReportCase } from '../../shared/moderation.ts'
import { canModerate } from '../../shared/policy.ts'
import { useBackend } from '../backend.ts'

/** A colleague is told for a minute after the last of these. */
const everyMs = 20_000

/** Lets colleagues know that a case is open here, as long as it is, and who of them has it open too. */
export function usePresence({ listing: { _id: id }, viewedBy }: ReportCase) {
  const { api } = useBackend()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [heard, setHeard] = useState<string[] | null>(null)

  const look = useEffectEvent(async () => {
    // Nobody looks at a page that is out of sight.
    if (document.hidden) return
    // Asked by itself and not by a person, so it must never be what is refused and ends the session.
    if (!canModerate(await api.getSession({}))) return revalidate()
    setHeard((await api.markCaseViewed({ params: { id } })).viewedBy)
  })

  useEffect(() => {
    if (!open) return
    // Decided meanwhile, or out of reach: the case itself tells by what is done with it.
    const tell = () => void look().catch(() => {})
    tell()
    const timer = setInterval(tell, everyMs)
    return () => clearInterval(timer)
  }, [open])

  return { others: (open ? heard : null) ?? viewedBy, setOpen }
}
