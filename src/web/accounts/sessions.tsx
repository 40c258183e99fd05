import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AccountSession } from '../../shared/account.ts'
import { formatDay } from '../../shared/format.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { toast } from '../ui/toast.ts'

/** Where one is signed in, with a way to end it. This browser's own session ends by Logout. */
export function Sessions({ sessions }: { sessions: AccountSession[] }) {
  const { api } = useBackend()
  const { revalidate } = useRevalidator()
  const [ending, setEnding] = useState<string | null>(null)
  const ready = useHydrated()
  const others = sessions.some(({ current }) => !current)

  async function end(which: string, call: () => Promise<unknown>, told: string) {
    setEnding(which)
    try {
      await call()
      await revalidate()
      toast({ tone: 'good', text: told })
    } catch (error) {
      showFailureToast(error)
    } finally {
      setEnding(null)
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
                Signed in on {formatDay(created)}, last used on {formatDay(lastUsed)}
              </p>
            </div>
            {current ? (
              <p className="rounded-full bg-sage px-3 py-1 text-xs font-semibold">This one</p>
            ) : (
              <Button
                look="secondary"
                className="needs-script"
                aria-label={`End the session of ${device}`}
                disabled={!ready || ending !== null}
                onClick={() => end(id, () => api.endSession({ params: { id } }), sentences.sessionEnded)}
              >
                {ending === id ? 'Ending…' : 'End'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <Button
          look="secondary"
          className="needs-script mt-5"
          disabled={!ready || ending !== null}
          onClick={() => end('others', () => api.endOtherSessions({}), sentences.othersEnded)}
        >
          {ending === 'others' ? 'Ending…' : 'End all others'}
        </Button>
      )}
    </>
  )
}
