import { useState } from 'react'
import type { AccountSession } from '../../shared/account.ts'
import { formatInstantDay } from '../../shared/format.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { Button } from '../ui/button.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'

/** The devices where the user is signed in. This device's session ends with Logout instead. */
export function Sessions({ sessions }: { sessions: AccountSession[] }) {
  const { api } = useBackend()
  const { timeZone } = useSite().product
  const revalidate = useRevalidate()
  const [endingId, setEndingId] = useState<string | null>(null)
  const hasOthers = sessions.some(({ current }) => !current)

  async function end(id: string, call: () => Promise<unknown>, message: string) {
    setEndingId(id)
    try {
      await call()
      await revalidate()
      toast({ tone: 'success', text: message })
    } catch (error) {
      showFailureToast(error)
    } finally {
      setEndingId(null)
    }
  }

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map(({ id, device, current, created, lastUsed }) => (
          <li key={id} className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{device}</p>
              <p className="text-xs text-soft">
                Signed in on {formatInstantDay(created, timeZone)}, last used on{' '}
                {formatInstantDay(lastUsed, timeZone)}
              </p>
            </div>
            {current ? (
              <p className="rounded-full bg-success-wash px-3 py-1 text-xs font-semibold">This device</p>
            ) : (
              <Button
                variant="secondary"
                className="needs-script"
                aria-label={`Sign out ${device}`}
                disabled={endingId !== null}
                onClick={() => end(id, () => api.endSession({ params: { id } }), sentences.sessionEnded)}
              >
                {endingId === id ? 'Signing out…' : 'Sign out'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Button
          variant="secondary"
          className="needs-script mt-5"
          disabled={endingId !== null}
          onClick={() => end('others', () => api.endOtherSessions({}), sentences.othersEnded)}
        >
          {endingId === 'others' ? 'Signing out…' : 'Sign out all other devices'}
        </Button>
      )}
    </>
  )
}
