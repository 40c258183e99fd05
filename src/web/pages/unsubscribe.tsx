import { useState } from 'react'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { rich } from '../ui/rich.tsx'

export async function loader({ api, query }: LoaderContext) {
  const token = query.get('token') ?? ''
  const subscription = await api.getEmailSubscription({ body: { token } })
  if (!subscription) throw notFoundResponse()
  return { token, ...subscription }
}

/** Where the link in an email that people can turn off leads. Opening it changes nothing, because mail scanners open links. */
export function Component() {
  const { token, emails, stopped: initial } = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const [stopped, setStopped] = useState(initial)
  return (
    <AccountSheet title={t('Stop these emails')}>
      <div role="status">
        {stopped && (
          <Notice tone="success">
            {emails === null
              ? t('You won’t get these emails anymore.')
              : t('You won’t get these emails anymore: {emails}.', { emails })}
          </Notice>
        )}
      </div>
      {emails !== null && (
        <ActionForm
          action={paths.unsubscribe()}
          fields={{ token, action: stopped ? 'resume' : 'stop' }}
          submit={stopped ? t('Undo') : t('Stop emails')}
          busy={t('Saving…')}
          variant={stopped ? 'secondary' : 'primary'}
          wide
          className={stopped ? 'mt-5' : 'space-y-5'}
          onSubmit={async () => {
            await api.changeEmailSubscription({ body: { token, stopped: !stopped } })
            setStopped(!stopped)
          }}
        >
          {!stopped && (
            <p>
              {rich(
                'You get these emails: <b>{emails}</b>.',
                { b: (text) => <strong>{text}</strong> },
                { emails },
              )}
            </p>
          )}
        </ActionForm>
      )}
    </AccountSheet>
  )
}
