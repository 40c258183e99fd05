import { useRef, useState } from 'react'
import type { Conversation } from '../../shared/conversation.ts'
import { maxConversationMessageLength } from '../../shared/limits.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { lazyCheck } from '../lazy-check.ts'
import { paths } from '../paths.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ShownAddress } from './author-form.tsx'

const checkReply = lazyCheck(async () => (await import('../../shared/conversation.ts')).ReplySchema)

type ReplyFormProps = { conversation: Conversation; onSent: () => Promise<void> }

/** Works without scripts: it posts to the page's own path. */
export function ReplyForm({ conversation: { id, closed, hidesAddresses }, onSent }: ReplyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState('')
  const { api } = useBackend()
  if (closed !== null) return <Notice tone="warning">{closed}</Notice>
  return (
    <Form
      ref={form}
      action={paths.conversation(id)}
      className="space-y-3"
      check={(values) => {
        setFailure('')
        return checkReply(values)
      }}
      send={async (body) => {
        await api.reply({ params: { id }, body })
        form.current?.reset()
        await onSent()
      }}
      onFailure={(error, shown) => {
        if (!shown) setFailure(messageOf(error))
      }}
    >
      <TextAreaField
        label="Your reply"
        name="text"
        required
        maxLength={maxConversationMessageLength}
        limit={{ max: maxConversationMessageLength }}
        hint={hidesAddresses ? undefined : <ShownAddress />}
      />
      <SubmitButton busy={sentences.sending} worksPlain>
        Send
      </SubmitButton>
      <div role="status" className="empty:hidden">
        {failure && <Notice tone="bad">{failure}</Notice>}
      </div>
    </Form>
  )
}
