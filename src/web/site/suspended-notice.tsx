/** What suspended users see: why, what they can still do, and how to appeal. */

import type { ReactNode } from 'react'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { DeferredSection, defer } from '../framework/sections/deferred.tsx'

/** Whether to invite the current user or visitor to post. */
export const useMayPost = (): boolean => useCurrentUser()?.suspensionReason == null

/** The server loads it before it renders the first page. */
export const suspensionBanner = defer(async () => (await import('./suspension-banner.tsx')).Banner)

/** A banner on every page. Other users and visitors see nothing. */
export function SuspensionBanner() {
  const { suspensionReason: reason = null, suspendedUntil: until } = useCurrentUser() ?? {}
  return reason === null ? null : <DeferredSection section={suspensionBanner} props={{ reason, until }} />
}

/** Replaces forms that the server would refuse to a suspended user, because a refusal would also end the session. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  if (useMayPost()) return children
  return <p className="text-soft">{t('You can’t do this while your account is suspended.')}</p>
}
