import { type ReactNode, useRef } from 'react'
import type { Conversation } from '../../shared/conversation.ts'
import { maxConversationMessageLength } from '../../shared/limits.ts'
import { photoFormPath } from '../../shared/message-photo.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { t } from '../../shared/translate.ts'
import { useBackend, useDraftOf } from '../framework/api-context.ts'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { Notice } from '../ui/notice.tsx'
import { chosenPhotos, PhotosField, uploadPhotos } from './photos-field.tsx'

const validateReply = validateBy(
  async () => (await import('../../shared/conversation.ts')).VisitorReplySchema,
)

type ReplyFormProps = {
  conversation: Pick<Conversation, 'closed'>
  /** What its draft is of, such as `reply/ID`. */
  draftOf: string
  /** Where the form is sent without scripts. */
  action: string
  /** The token of a visitor's link. */
  token?: string
  hint: ReactNode
  onSubmit: (reply: { text: string; photos: string[] }) => Promise<void>
}

/** Works without scripts. */
export function ReplyForm({
  conversation: { closed },
  draftOf,
  action,
  token,
  hint,
  onSubmit,
}: ReplyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraftOf(draftOf)
  const { api } = useBackend()
  // Only someone with an account can upload.
  const withPhotos = token === undefined
  if (closed !== null) return <Notice tone="warning">{closed}</Notice>
  return (
    <Form
      ref={form}
      draft={draft}
      action={withPhotos ? photoFormPath(action) : action}
      encType={withPhotos ? 'multipart/form-data' : undefined}
      className="space-y-3"
      validate={async (values) =>
        chosenPhotos(form.current).length > 0 && !values.text?.trim()
          ? { data: { text: '' } }
          : validateReply(values)
      }
      onSubmit={async ({ text }) => {
        await onSubmit({ text, photos: await uploadPhotos(api, form.current) })
        form.current?.reset()
      }}
    >
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <TextAreaField
        label={t('Your reply')}
        name="text"
        required={!withPhotos}
        maxLength={maxConversationMessageLength}
        limit={{ max: maxConversationMessageLength }}
        hint={hint}
      />
      {withPhotos && <PhotosField />}
      <SubmitButton busy={t(sentences.sending)} worksPlain>
        {t('Send')}
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}
