import { useState } from 'react'
import { maxReasonLength } from '../../shared/limits.ts'
import type { User } from '../../shared/moderation.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { checks } from './checks.ts'
import { Problem } from './problem.tsx'
import type { Deed } from './use-deeds.ts'

type Props = { person: User; run: (deed: Deed) => Promise<void>; onClose: () => void }

/** Asks why somebody is suspended, which they will read. */
export function Suspension({ person: { _id, email }, run, onClose }: Props) {
  const { api } = useBackend()
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: _id }
  return (
    <ConfirmDialog
      words={{
        title: `Suspend ${email}?`,
        text: 'Their ads are hidden and they are signed out everywhere. They can sign in to read why, and to take their data with them. You can lift it at any time.',
        confirm: 'Suspend',
        cancel: 'Cancel',
      }}
      busy="Suspending…"
      onClose={onClose}
      check={checks.suspension}
      send={async (body) => {
        const { message } = await api.suspendUser({ params, body })
        onClose()
        await run(async () => ({
          text: message,
          undo: async () => (await api.liftSuspension({ params })).message,
        }))
      }}
      onFailure={(error, shown) => setProblem(shown ? null : messageOf(error))}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={maxReasonLength}
        hint="They get a mail with it, and can answer that."
      />
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  )
}
