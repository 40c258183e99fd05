import { useState } from 'react'
import { AppError } from '../../shared/errors.ts'
import { confirmDeletion, account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { TextLink } from '../ui/text-link.tsx'
import { toastAfterLoad } from '../ui/toast.ts'

export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const ready = useHydrated()
  return (
    <>
      <p className="text-soft">
        Your profile, your services and events and their pictures go with it, at once and for good.
      </p>
      <Button look="secondary" className="needs-script mt-4" disabled={!ready} onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {open && <ConfirmDeletion email={email} onClose={() => setOpen(false)} />}
    </>
  )
}

type Problem = { sentence: string; recentSignInRequired: boolean }

function ConfirmDeletion({ email, onClose }: { email: string; onClose: () => void }) {
  const { api, identity } = useBackend()
  const [problem, setProblem] = useState<Problem | null>(null)
  return (
    <ConfirmDialog
      words={confirmDeletion}
      busy="Deleting…"
      onClose={onClose}
      check={async ({ confirmation = '' }) =>
        confirmation.trim().toLowerCase() === email.toLowerCase()
          ? { sent: null }
          : { errors: { confirmation: sentences.confirmEmail(email) } }
      }
      send={async () => {
        await api.deleteAccount({})
        // The session went with the account; the browser's cookie may still be there.
        await identity.signOut().catch(() => {})
        toastAfterLoad({ tone: 'good', text: sentences.deleted })
        location.assign(paths.home())
      }}
      onFailure={(error) =>
        setProblem({
          sentence: messageOf(error),
          // What cannot be undone asks for a sign-in of late.
          recentSignInRequired:
            error instanceof AppError && ['forbidden', 'unauthenticated'].includes(error.code),
        })
      }
    >
      <TextField
        label="Your email, to confirm"
        name="confirmation"
        type="email"
        autoComplete="off"
        placeholder={email}
      />
      <p role="alert" className="text-sm font-medium text-accent empty:hidden">
        {problem?.sentence}
        {problem?.recentSignInRequired && (
          <>
            {' '}
            <TextLink href={paths.signIn(paths.account())}>Sign in again</TextLink>
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
