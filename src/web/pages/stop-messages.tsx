import { useState } from 'react'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Notice } from '../ui/notice.tsx'

export async function loader({ query }: LoaderContext) {
  const token = query.get('token')
  const isDone = query.get('done') === 'stopped'
  if (!token && !isDone) throw notFoundResponse()
  return { token: token ?? '', isDone }
}

/** Where the link in a visitor's email leads. Opening it changes nothing, because mail scanners open links. */
export function Component() {
  const { token, isDone } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const [done, setDone] = useState(isDone)
  return (
    <AccountSheet title={t('Stop these emails')}>
      <div role="status">{done && <Notice tone="success">{t(sentences.stopped)}</Notice>}</div>
      {!done && (
        <ActionForm
          action={paths.stopMessages()}
          fields={{ token }}
          submit={t('Stop emails')}
          busy={t('Stopping…')}
          wide
          className="space-y-5"
          onSubmit={async () => {
            await api.stopMessages({ body: { token } })
            setDone(true)
          }}
        >
          <p>
            {t(
              'You won’t get more emails from this conversation, and the other person can’t write to you in it.',
            )}
          </p>
        </ActionForm>
      )}
    </AccountSheet>
  )
}
