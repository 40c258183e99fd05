import { type ReactNode, useRef } from 'react'
import type { Conversation } from '../../shared/conversation.ts'
import { maxConversationMessageLength } from '../../shared/limits.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { useDraftOf } from '../framework/api-context.ts'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { Notice } from '../ui/notice.tsx'

const validateReply = validateBy(async () => (await import('../../shared/conversation.ts')).ReplySchema)

type ReplyFormProps = {
  conversation: Pick<Conversation, 'closed'>
  /** What its draft is of, such as `reply/ID`. */
  draftOf: string
  /** Where the form is sent without scripts. */
  action: string
  /** The token of a visitor's link. */
  token?: string
  hint: ReactNode
  onSubmit: (reply: { text: string }) => Promise<void>
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
  if (closed !== null) return <Notice tone="warning">{closed}</Notice>
  return (
    <Form
      ref={form}
      draft={draft}
      action={action}
      className="space-y-3"
      validate={validateReply}
      onSubmit={async (body) => {
        await onSubmit(body)
        form.current?.reset()
      }}
    >
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <TextAreaField
        label="Your reply"
        name="text"
        required
        maxLength={maxConversationMessageLength}
        limit={{ max: maxConversationMessageLength }}
        hint={hint}
      />
      <SubmitButton busy={sentences.sending} worksPlain>
        Send
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}
