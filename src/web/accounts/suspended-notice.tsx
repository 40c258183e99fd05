import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Notice } from '../ui/forms/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useCurrentUser } from './session.ts'

/** For whoever is suspended: why, what still works, and whom to ask. Nothing for anybody else. */
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
              The reason: <q className="[overflow-wrap:anywhere]">{reason}</q>{' '}
            </>
          )}
          Your ads are hidden, and for now you can change neither them nor your profile, nor post new ones.
        </p>
        <p className="mt-2 text-ink">
          What we hold about you is still yours: download it from{' '}
          <TextLink href={paths.account()}>your account page</TextLink>. If you think this is a mistake,{' '}
          <TextLink href={paths.contact()}>write to us</TextLink> and we will look at it again.
        </p>
      </Notice>
    </section>
  )
}

/** Around what the server would refuse to somebody who is suspended, which would also end their session. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  const suspended = useCurrentUser()?.suspensionReason != null
  return suspended ? <SuspendedNotice /> : children
}
