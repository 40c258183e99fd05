import type { AccountSession } from '../../shared/account.ts'
import { formatInstantDay } from '../../shared/format.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast } from '../ui/toast.ts'

/** The devices where the user is signed in. This device's session ends with Logout instead. */
export function Sessions({ sessions }: { sessions: AccountSession[] }) {
  const { api } = useBackend()
  const { timeZone } = useSite().settings
  const revalidate = useRevalidate()
  const hasOthers = sessions.some(({ current }) => !current)

  async function end(call: () => Promise<unknown>, message: string) {
    await call()
    await revalidate()
    toast({ tone: 'success', text: message })
  }

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map(({ id, device, current, created, lastUsed }) => (
          <li key={id} className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{device}</p>
              <p className="text-xs text-soft">
                {t('Signed in on {created}, last used on {lastUsed}', {
                  created: formatInstantDay(created, timeZone),
                  lastUsed: formatInstantDay(lastUsed, timeZone),
                })}
              </p>
            </div>
            {current ? (
              <p className="rounded-full bg-success-wash px-3 py-1 text-xs font-semibold">
                {t('This device')}
              </p>
            ) : (
              <BusyButton
                variant="secondary"
                className="needs-script"
                aria-label={t('Sign out {device}', { device })}
                busy={t('Signing out…')}
                onClick={() =>
                  end(() => api.endSession({ params: { id } }), t('That device has been signed out.'))
                }
              >
                {t('Sign out')}
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <BusyButton
          variant="secondary"
          className="needs-script mt-5"
          busy={t('Signing out…')}
          onClick={() => end(() => api.endOtherSessions({}), t('All other devices have been signed out.'))}
        >
          {t('Sign out all other devices')}
        </BusyButton>
      )}
    </>
  )
}
