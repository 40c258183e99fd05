/** What suspended users see: why, what they can still do, and how to appeal. */
import type { ReactNode } from 'react'
import { useCurrentUser } from '../backend.ts'
import { DeferredPart, defer } from '../ui/deferred.tsx'

/** Whether to invite the current user or visitor to post. */
export const useMayPost = (): boolean => useCurrentUser()?.suspensionReason == null

/** Its code loads for suspended users only. The layout's loader preloads it for the server. */
export const suspensionBanner = defer(() => import('./suspension-banner.tsx').then(({ Banner }) => Banner))

/** A banner on every page. Other users and visitors see nothing. */
export function SuspensionBanner() {
  const reason = useCurrentUser()?.suspensionReason
  return reason == null ? null : <DeferredPart part={suspensionBanner} props={{ reason }} soon />
}

/** Replaces forms that the server would refuse to a suspended user, because a refusal would also end the session. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  if (useMayPost()) return children
  return <p className="text-soft">You can’t do this while your account is suspended.</p>
}
