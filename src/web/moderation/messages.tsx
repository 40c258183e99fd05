import { useState } from 'react'
import type { StoredMessage } from '../../shared/contact.ts'
import { sentenceOf } from '../accounts/failure-toast.ts'
import { useBackend } from '../backend.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Badge } from './badge.tsx'
import { countFound } from './count-found.ts'
import { ListFrame } from './list-frame.tsx'
import type { ShownIn } from './load.ts'
import { Moment } from './moment.tsx'
import { Problem } from './problem.tsx'
import { QuietLink } from './quiet-link.tsx'
import { Row, Rows } from './row.tsx'
import { RowButton } from './row-action.tsx'
import { statusesOf } from './tabs.ts'
import { type Deed, useDeeds } from './use-deeds.ts'
import { useRowFocus } from './use-row-focus.ts'
import { chosen } from './view.ts'

/** What people wrote through the contact form, newest first. */
export function Messages({ shown }: { shown: ShownIn<'messages'> }) {
  const { view, messages, total } = shown
  const { api } = useBackend()
  const run = useDeeds()
  const [removing, setRemoving] = useState<StoredMessage | null>(null)
  const list = useRowFocus(messages.map(({ id }) => id))
  const set = (id: string, state: 'done' | 'new') =>
    run(async () => ({ text: (await api.setMessageState({ params: { id }, body: { state } })).message }))
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

type Props = { message: StoredMessage; onDone: () => void; onSendAgain: () => void; onDelete: () => void }

function Message({ message, onDone, onSendAgain, onDelete }: Props) {
  const { name, email, state, created } = message
  return (
    <Row
      heading={<bdi className="free-text">{name}</bdi>}
      badges={<Badge look={looks[state]}>{statusesOf.messages[state]}</Badge>}
      actions={
        state === 'done' ? (
          <RowButton of={`the message of ${name}`} onClick={onDelete}>
            Delete
          </RowButton>
        ) : (
          <>
            {state === 'failed' && (
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
      {state === 'failed' && (
        <p className="text-ink">Its letter could not be delivered. The message itself is safe here.</p>
      )}
    </Row>
  )
}

type RemovalProps = { message: StoredMessage; run: (deed: Deed) => Promise<void>; onClose: () => void }

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
        const { message } = await api.removeMessage({ params: { id } })
        onClose()
        await run(async () => ({ text: message }))
      }}
      onFailure={(error) => setProblem(sentenceOf(error))}
    >
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  )
}
