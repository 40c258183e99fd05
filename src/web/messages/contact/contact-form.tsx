import { useRef, useState } from 'react'
import { AppError, serverMessageOf } from '../../../shared/errors.ts'
import { maxMessageLength } from '../../../shared/limits.ts'
import { contact as sentences } from '../../../shared/messages/conversations.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend, useCurrentUser, useDraftOf } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../../ui/forms/text-field.tsx'
import { validateBy } from '../../ui/forms/validate.ts'
import { Notice } from '../../ui/notice.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Honeypot, SolvingNotice, useChallenge } from './spam-check.tsx'

type Result = { tone: 'success' | 'error'; text: string; details?: string }

const validateMessage = validateBy(
  async () => (await import('../../../shared/contact.ts')).ContactMessageInputSchema,
)

export function ContactForm() {
  const currentUser = useCurrentUser()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraftOf('contact')
  const [result, setResult] = useState<Result | null>(null)
  const { api } = useBackend()
  const { solve, solving } = useChallenge()
  return (
    <Form
      ref={form}
      draft={draft}
      validate={(values) => {
        setResult(null)
        return validateMessage(values)
      }}
      onSubmit={async (message) => {
        await api.sendMessage({ body: { ...message, ...(await solve()) } })
        form.current?.reset()
        setResult({ tone: 'success', text: t(sentences.sent) })
      }}
      onFailure={(error, shown) => setResult(toFailure(error, shown))}
    >
      <TextField
        label={t('Name')}
        name="name"
        required
        autoComplete="name"
        defaultValue={currentUser?.name}
      />
      <EmailField
        required
        defaultValue={currentUser?.email}
        hint={t('We’ll reply to this address and won’t use it for anything else.')}
      />
      <div className="[&_textarea]:min-h-40">
        <TextAreaField label={t('Message')} name="message" required limit={{ max: maxMessageLength }} />
      </div>
      <Honeypot />
      <SubmitButton busy={t(sentences.sending)} className="min-h-12 w-full sm:w-auto sm:min-w-44">
        {t('Send message')}
      </SubmitButton>
      <div role="status" className="empty:-mt-5">
        {solving && <SolvingNotice />}
        {result && <ResultNotice result={result} />}
      </div>
    </Form>
  )
}

/** Adds the server's message, unless the form already shows it at its fields (`shown`). */
function toFailure(error: unknown, shown: boolean): Result {
  const message = serverMessageOf(error)
  if (message === null || !(error instanceof AppError)) return { tone: 'error', text: t(sentences.failed) }
  const showDetails = !shown && error.code !== 'internal'
  return { tone: 'error', text: t(sentences.refused), ...(showDetails && { details: message }) }
}

function ResultNotice({ result: { tone, text, details } }: { result: Result }) {
  const { contactEmail } = useSite().settings
  return (
    <Notice tone={tone}>
      <p className="font-semibold">{text}</p>
      {details && <p className="mt-1">{details}</p>}
      {tone === 'error' && (
        <p className="mt-1 text-ink">
          {rich(
            'Your message is still here. You can also email it to <link>{email}</link>.',
            { link: (text) => <TextLink href={paths.mail(contactEmail)}>{text}</TextLink> },
            { email: contactEmail },
          )}
        </p>
      )}
    </Notice>
  )
}
