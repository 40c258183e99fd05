import { useRef, useState } from 'react'
import type { AuthorMessage, MessageForm } from '../../shared/conversation.ts'
import { maxConversationMessageLength } from '../../shared/limits.ts'
import { photoFormPath } from '../../shared/message-photo.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { t } from '../../shared/translate.ts'
import { useBackend, useCurrentUser, useDraftOf } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, FormFailure, SubmitButton, type Validated } from '../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { Notice } from '../ui/notice.tsx'
import { Honeypot, SolvingNotice, useChallenge } from './contact/spam-check.tsx'
import { chosenPhotos, PhotosField, uploadPhotos } from './photos-field.tsx'

type AuthorFormProps = {
  id: string
  form: MessageForm
  /** Shown from the start if the message was sent without scripts. */
  wasSent: boolean
}

const schemas = () => import('../../shared/conversation.ts')
const validators = {
  visitor: validateBy(async () => (await schemas()).VisitorMessageSchema),
  user: validateBy(async () => (await schemas()).VisitorReplySchema),
}

/** The form for a first message. It works without scripts: it posts to the page's own path. */
export function AuthorForm({ id, form: { kind, hidesAddresses }, wasSent }: AuthorFormProps) {
  const signedIn = useCurrentUser() !== null
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraftOf(`message/${id}`)
  const [done, setDone] = useState<string>(wasSent ? t(sentences.sent) : '')
  const { api } = useBackend()
  const { solve, solving } = useChallenge()
  const navigate = useNavigate()
  const plainForm = paths.messageAuthor(kind, id)
  return (
    <Form
      ref={form}
      draft={draft}
      action={signedIn ? photoFormPath(plainForm) : plainForm}
      encType={signedIn ? 'multipart/form-data' : undefined}
      validate={async (values): Promise<Validated<AuthorMessage>> => {
        setDone('')
        if (!signedIn) return validators.visitor(values)
        const isPhotoOnly = chosenPhotos(form.current).length > 0 && !values.text?.trim()
        return isPhotoOnly ? { data: {} } : validators.user(values)
      }}
      onSubmit={async (message) => {
        const { text } = message
        const body = signedIn
          ? { text, photos: await uploadPhotos(api, form.current) }
          : { ...message, ...(await solve()) }
        const { conversation, message: sentence } = await api.messageAuthor({ params: { id }, body })
        if (conversation !== null) return navigate(paths.conversation(conversation, { done: 'sent' }))
        form.current?.reset()
        setDone(sentence)
      }}
    >
      {!signedIn && <VisitorFields hidesAddresses={hidesAddresses} />}
      <div className="[&_textarea]:min-h-36">
        <TextAreaField
          label={t('Message')}
          name="text"
          required={!signedIn}
          maxLength={maxConversationMessageLength}
          limit={{ max: maxConversationMessageLength }}
          hint={signedIn && !hidesAddresses ? <ShownAddress /> : undefined}
        />
      </div>
      {signedIn && <PhotosField />}
      <Honeypot />
      <SubmitButton busy={t(sentences.sending)} worksPlain className="min-h-12 w-full sm:w-auto sm:min-w-44">
        {t('Send message')}
      </SubmitButton>
      <FormFailure />
      <div role="status" className="empty:-mt-5">
        {solving && <SolvingNotice />}
        {done && <Notice tone="success">{done}</Notice>}
      </div>
    </Form>
  )
}

function VisitorFields({ hidesAddresses }: { hidesAddresses: boolean }) {
  return (
    <>
      <TextField label={t('Name')} name="name" required autoComplete="name" />
      <EmailField
        required
        hint={
          hidesAddresses
            ? t('For the reply. We hide your address: your emails to each other go through this site.')
            : t('For the reply. The poster will see this address.')
        }
      />
    </>
  )
}

/** Without a relay, an email shows who it is from. */
export const ShownAddress = () => t('We email your message. They’ll see the email address of your account.')
