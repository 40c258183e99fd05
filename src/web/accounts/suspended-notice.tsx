import type { ReactNode } from 'react'
import { useCurrentUser } from '../backend.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/forms/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Tells suspended users why, what they can still do, and how to appeal. Other users see nothing. */
export function SuspendedNotice({ className = '' }: { className?: string }) {
  const reason = useCurrentUser()?.suspensionReason
  if (reason == null) return null
  return (
    <section aria-label="Suspension" className={className}>
      <Notice tone="bad">
        <p className="font-semibold">Your account is suspended.</p>
        <p className="mt-1 text-ink">
          {reason && (
            <>
              Reason: <q className="[overflow-wrap:anywhere]">{reason}</q>{' '}
            </>
          )}
          Your ads are hidden, and you can’t post or edit ads or your profile for now.
        </p>
        <p className="mt-2 text-ink">
          Your data is still yours. You can download it from{' '}
          <TextLink href={paths.account()}>your account page</TextLink>. If you think this is a mistake,{' '}
          <TextLink href={paths.contact()}>contact us</TextLink> and we’ll review it.
        </p>
      </Notice>
    </section>
  )
}

/** Replaces forms that the server would refuse to a suspended user, because a refusal would also end the session. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  const isSuspended = useCurrentUser()?.suspensionReason != null
  return isSuspended ? <SuspendedNotice /> : children
}
