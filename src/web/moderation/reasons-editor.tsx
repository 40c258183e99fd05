import { useState } from 'react'
import { useBackend } from '../backend.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ReasonsForm } from './reasons-form.tsx'

type State = { is: 'unasked' | 'loading' | 'failed' } | { is: 'there'; reasons: string[] }

/** The short list of reasons that admins choose from. Seldom changed, so it is fetched once somebody opens it. */
export function ReasonsEditor() {
  const { api } = useBackend()
  const [state, setState] = useState<State>({ is: 'unasked' })

  async function load() {
    setState({ is: 'loading' })
    try {
      const { reasons } = await api.listRemovalReasons({})
      setState({ is: 'there', reasons })
    } catch {
      setState({ is: 'failed' })
    }
  }

  return (
    <Card className="needs-script mt-8 px-4 py-1 sm:px-5">
      <Disclosure
        onToggle={(open) => void (open && state.is === 'unasked' && load())}
        summary={<span className="text-sm font-semibold">Reasons to choose from</span>}
      >
        <p className="mb-3 text-sm text-soft">
          Offered when an ad is hidden or deleted. Its author reads the reason in a mail.
        </p>
        {state.is === 'loading' && <p className="pb-4 text-sm">One moment…</p>}
        {state.is === 'failed' && (
          <p className="flex flex-wrap items-center gap-3 pb-4 text-sm">
            The reasons could not be loaded.
            <Button look="secondary" onClick={load}>
              Try again
            </Button>
          </p>
        )}
        {state.is === 'there' && <ReasonsForm reasons={state.reasons} />}
      </Disclosure>
    </Card>
  )
}
