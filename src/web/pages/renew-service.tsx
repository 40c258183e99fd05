import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { Notice } from '../ui/notice.tsx'

export async function loader({ api, query }: LoaderContext) {
  const token = query.get('token')
  if (!token) throw notFoundResponse()
  return { token, renewal: await api.getRenewal({ body: { token } }) }
}

/**
 * Where the link in an email leads: it renews the service without another click. The server does nothing when the page is opened,
 * because mail scanners open links; the page sends its form once someone sees it. Without scripts, it has a button.
 */
export function Component() {
  const { token, renewal } = useLoaderData<typeof loader>()
  const [done, setDone] = useState(!renewal.isDue)
  const { id, title } = renewal
  return (
    <AccountSheet title={t('Still offering this?')}>
      <p dir="auto" className="free-text text-lg font-semibold">
        {title}
      </p>
      <div role="status" className="mt-4">
        {done && (
          <Notice tone="success">
            {t('Thanks! Your ad is up to date. It keeps its date, and we’ll ask again in a while.')}
          </Notice>
        )}
      </div>
      {!done && <RenewalForm token={token} onDone={() => setDone(true)} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink variant="secondary" href={paths.listing('service', id)}>
          {t('View the ad')}
        </ButtonLink>
        <ButtonLink variant="secondary" href={paths.myServices()}>
          {t('My Services')}
        </ButtonLink>
      </div>
    </AccountSheet>
  )
}

function RenewalForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { api } = useBackend()
  const form = useRef<HTMLFormElement>(null)
  useSubmitWhenSeen(form)
  return (
    <Form
      ref={form}
      action={paths.renewService()}
      onSubmit={async () => {
        await api.renewByLink({ body: { token } })
        onDone()
      }}
    >
      <input type="hidden" name="token" value={token} />
      <SubmitButton busy={t('Renewing…')} worksPlain className="min-h-12 w-full">
        {t('Yes, I still offer it')}
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}

/** Submits the form once its page is visible: a browser may open it in the background, for nobody. */
function useSubmitWhenSeen(form: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const submit = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', submit)
      form.current?.requestSubmit()
    }
    document.addEventListener('visibilitychange', submit)
    submit()
    return () => document.removeEventListener('visibilitychange', submit)
  }, [form])
}
