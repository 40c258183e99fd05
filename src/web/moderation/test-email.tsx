/** Sends a message to the admin, and shows what the mail server says. */
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** `action` is the path that accepts the form without scripts. */
export function TestEmailForm({ action }: { action: string }) {
  const { api } = useBackend()
  const run = useAdminAction()
  return (
    <ActionForm
      action={action}
      fields={{}}
      submit={t('Send a test message')}
      busy={t('Sending…')}
      variant="secondary"
      onSubmit={() => run(() => api.sendTestEmail({}))}
    >
      <p className="mb-3 text-sm text-soft">
        {t('To your own address. If the mail server does not accept it, you see what it says.')}
      </p>
    </ActionForm>
  )
}

/** Follows the form where scripts do not run. */
export const TestEmailSent = () => (
  <div role="status">
    <Notice tone="success">
      {t('The mail server has accepted the test message. Please look for it in your mailbox.')}
    </Notice>
  </div>
)
