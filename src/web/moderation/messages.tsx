import { useState } from 'react'
import type { ContactMessage } from '../../shared/contact.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Badge } from './badge.tsx'
import { countFound } from './count-found.ts'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { Moment } from './moment.tsx'
import { Problem } from './problem.tsx'
import { QuietLink } from './quiet-link.tsx'
import { Row, Rows } from './row.tsx'
import { RowButton } from './row-action.tsx'
import { statusesOf } from './tabs.ts'
import { type Deed, useAdminAction } from './use-deeds.ts'
import { useRowFocus } from './use-row-focus.ts'
import { chosen } from './view.ts'

/** What people wrote through the contact form, newest first. */
export function Messages({ shown }: { shown: TabData<'messages'> }) {
  const { view, messages, total } = shown
  const { api } = useBackend()
  const run = useAdminAction()
  const [removing, setRemoving] = useState<ContactMessage | null>(null)
  const list = useRowFocus(messages.map(({ id }) => id))
  const set = (id: string, status: 'done' | 'new') =>
    run(async () => ({ text: (await api.setMessageStatus({ params: { id }, body: { status } })).message }))
  return (
    <>
      <ListFrame
        view={view}
        list={shown}
        searches="Name, email or words of the message"
        choices={[
          {
            name: 'status',
            label: 'Show',
            labels: statusesOf.messages,
            value: chosen(statusesOf.messages, view.status),
          },
        ]}
        counted={countFound(total, view.search, 'message', 'messages')}
        empty={{ title: 'No messages', hint: 'What people write through the contact page is listed here.' }}
      >
        <Rows label="Messages" ref={list}>
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              onDone={() => set(message.id, 'done')}
              onSendAgain={() => set(message.id, 'new')}
              onDelete={() => setRemoving(message)}
            />
          ))}
        </Rows>
      </ListFrame>
      {removing && <Removal message={removing} run={run} onClose={() => setRemoving(null)} />}
    </>
  )
}

const looks = { new: 'waiting', sent: 'special', failed: 'bad', done: 'good' } as const

type Props = { message: ContactMessage; onDone: () => void; onSendAgain: () => void; onDelete: () => void }

function Message({ message, onDone, onSendAgain, onDelete }: Props) {
  const { name, email, status, created } = message
  return (
    <Row
      heading={<bdi className="free-text">{name}</bdi>}
      badges={<Badge look={looks[status]}>{statusesOf.messages[status]}</Badge>}
      actions={
        status === 'done' ? (
          <RowButton of={`the message of ${name}`} onClick={onDelete}>
            Delete
          </RowButton>
        ) : (
          <>
            {status === 'failed' && (
              <RowButton of={`the message of ${name}`} onClick={onSendAgain}>
                Send again
              </RowButton>
            )}
            <RowButton of={`the message of ${name}`} onClick={onDone}>
              Mark as done
            </RowButton>
          </>
        )
      }
      below={
        <p dir="auto" className="free-text mt-2 max-w-[75ch] whitespace-pre-line">
          {message.message}
        </p>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <QuietLink href={`mailto:${encodeURIComponent(email)}`}>
          <bdi className="free-text">{email}</bdi>
        </QuietLink>
        <Moment at={created} />
      </p>
      {status === 'failed' && (
        <p className="text-ink">Its letter could not be delivered. The message itself is safe here.</p>
      )}
    </Row>
  )
}

type RemovalProps = { message: ContactMessage; run: (deed: Deed) => Promise<void>; onClose: () => void }

function Removal({ message: { id, name }, run, onClose }: RemovalProps) {
  const { api } = useBackend()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <ConfirmDialog
      words={{
        title: 'Are you sure?',
        text: `The message of ${name}, their name and their address are deleted for good. This action cannot be undone!`,
        confirm: 'Yes, delete it!',
        cancel: 'Cancel',
      }}
      busy="Deleting…"
      onClose={onClose}
      check={async () => ({ sent: null })}
      send={async () => {
        const { message } = await api.deleteMessage({ params: { id } })
        onClose()
        await run(async () => ({ text: message }))
      }}
      onFailure={(error) => setProblem(messageOf(error))}
    >
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  )
}
