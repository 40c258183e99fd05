import type { HeldMessage } from '../../shared/conversation.ts'
import { formatCount } from '../../shared/format.ts'
import { useBackend } from '../framework/api-context.ts'
import { MessagePhotos } from '../messages/message-photos.tsx'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Row, RowButton, SubtleLink, Timestamp } from './rows.tsx'
import { type RunAdminAction, useAdminAction } from './use-admin-action.ts'

/** Texts that someone sent to many authors. Each row stands for all held copies of one. */
export function HeldMessages({ data }: { data: TabData<'held-messages'> }) {
  const { view, messages, total } = data
  const run = useAdminAction()
  return (
    <ListScreen
      view={view}
      list={data}
      summary={summarizeTotal(total, '', 'held message', 'held messages')}
      empty={{ title: 'All clear', hint: 'Messages with the same text to many people appear here.' }}
      label="Held messages"
      ids={messages.map(({ id }) => id)}
    >
      {messages.map((message) => (
        <HeldRow key={message.id} message={message} run={run} />
      ))}
    </ListScreen>
  )
}

function HeldRow({ message, run }: { message: HeldMessage; run: RunAdminAction }) {
  const { id, from, text, photos, authors, held, created } = message
  const { api } = useBackend()
  const decide = (decision: 'release' | 'delete') =>
    run(() => api.decideHeldMessage({ params: { id }, body: { decision } }))
  const of = `the message from ${from.name}`
  return (
    <Row
      heading={<bdi className="free-text">{from.name}</bdi>}
      actions={
        <>
          <RowButton of={of} onClick={() => decide('release')}>
            Deliver
          </RowButton>
          <RowButton danger of={of} onClick={() => decide('delete')}>
            Delete
          </RowButton>
        </>
      }
      below={
        <div className="max-w-[75ch]">
          <p dir="auto" className="free-text mt-2 whitespace-pre-line">
            {text}
          </p>
          <MessagePhotos photos={photos} from={from.name} />
        </div>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <SubtleLink href={`mailto:${encodeURIComponent(from.email)}`}>
          <bdi className="free-text">{from.email}</bdi>
        </SubtleLink>
        <Timestamp at={created} />
      </p>
      <p className="text-ink">
        Sent to <strong>{formatCount(authors - held, 'person', 'people')}</strong>. {held} more{' '}
        {held === 1 ? 'is' : 'are'} waiting for you.
      </p>
    </Row>
  )
}
