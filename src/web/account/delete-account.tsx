import { useState } from 'react'
import { retentionDays } from '../../shared/limits.ts'
import { deletionWords, account as sentences } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { localStore } from '../ui/storage/browser-storage.ts'
import { removeCheckInLists } from '../ui/storage/check-in-key.ts'
import { toast } from '../ui/toast.ts'
import { useSignInAgain } from './sign-in-again.tsx'

export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="text-soft">
        {t(
          'This permanently deletes your profile, your services and events, and their photos. People you wrote with keep your messages for {days} days, without your name.',
          { days: retentionDays.leftConversations },
        )}
      </p>
      <Button variant="danger-outline" className="needs-script mt-4" onClick={() => setOpen(true)}>
        {t('Delete account')}
      </Button>
      {open && <DeleteAccountDialog email={email} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { api, identity } = useBackend()
  const navigate = useNavigate()
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <>
      <ConfirmDialog
        words={deletionWords()}
        danger
        busy={t('Deleting…')}
        onClose={onClose}
        validate={async ({ confirmation = '' }) =>
          confirmation.trim().toLowerCase() === email.toLowerCase()
            ? { data: null }
            : { errors: { confirmation: t('Please type {email} to confirm.', { email }) } }
        }
        onSubmit={async () => {
          await withRecentSignIn(() => api.deleteAccount({}))
          removeCheckInLists(localStore)
          // The account's sessions are gone. This removes the cookie.
          await identity.signOut().catch(() => {})
          // The reply updates the header.
          await api.getSession({}).catch(() => {})
          toast({ tone: 'success', text: t(sentences.deleted), onNextPage: true })
          await navigate(paths.home(), { replace: true })
        }}
      >
        <TextField
          label={t('Type your email to confirm')}
          name="confirmation"
          type="email"
          autoComplete="off"
          placeholder={email}
        />
      </ConfirmDialog>
      {dialog}
    </>
  )
}
