import { useState } from 'react'
import type { ContactMessage } from '../../shared/contact.ts'
import { msg, t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import { statusOptions } from './dashboard-url.ts'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Badge, Row, RowButton, SubtleLink, Timestamp } from './rows.tsx'
import { type RunAdminAction, useAdminAction } from './use-admin-action.ts'

/** The messages of the contact form, newest first. */
export function Messages({ data }: { data: TabData<'messages'> }) {
  const { view, messages, total } = data
  const run = useAdminAction()
  const [deleting, setDeleting] = useState<ContactMessage | null>(null)
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder={t('Name, email, or words')}
        statuses={statusOptions.messages}
        summary={summarizeTotal(
          total,
          view.search,
          msg('{count, plural, one {# message} other {# messages}}'),
        )}
        empty={{ title: t('No messages'), hint: t('Messages from the contact page appear here.') }}
        label={t('Messages')}
        ids={messages.map(({ id }) => id)}
      >
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} run={run} onDelete={() => setDeleting(message)} />
        ))}
      </ListScreen>
      {deleting && <DeleteMessageDialog message={deleting} run={run} onClose={() => setDeleting(null)} />}
    </>
  )
}

const statusTones = { new: 'waiting', sent: 'special', failed: 'error', done: 'success' } as const

type MessageRowProps = { message: ContactMessage; run: RunAdminAction; onDelete: () => void }

function MessageRow({ message, run, onDelete }: MessageRowProps) {
  const { id, name, email, status, created } = message
  const { api } = useBackend()
  const setStatus = (status: 'done' | 'new') =>
    run(() => api.setMessageStatus({ params: { id }, body: { status } }))
  const of = t('the message from {name}', { name })
  return (
    <Row
      heading={<bdi className="free-text">{name}</bdi>}
      badges={<Badge tone={statusTones[status]}>{t(statusOptions.messages[status])}</Badge>}
      actions={
        status === 'done' ? (
          <RowButton danger of={of} onClick={onDelete}>
            {t('Delete')}
          </RowButton>
        ) : (
          <>
            {status === 'failed' && (
              <RowButton of={of} onClick={() => setStatus('new')}>
                {t('Send again')}
              </RowButton>
            )}
            <RowButton of={of} onClick={() => setStatus('done')}>
              {t('Mark as done')}
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
        <SubtleLink href={`mailto:${encodeURIComponent(email)}`}>
          <bdi className="free-text">{email}</bdi>
        </SubtleLink>
        <Timestamp at={created} />
      </p>
      {status === 'failed' && (
        <p className="text-ink">{t('The email could not be delivered. The message is saved here.')}</p>
      )}
    </Row>
  )
}

type DeleteMessageDialogProps = { message: ContactMessage; run: RunAdminAction; onClose: () => void }

function DeleteMessageDialog({ message: { id, name }, run, onClose }: DeleteMessageDialogProps) {
  const { api } = useBackend()
  return (
    <ActionDialog
      words={{
        title: t('Are you sure?'),
        text: t(
          'The message from {name} will be deleted, with their name and email. This action cannot be undone!',
          { name },
        ),
        confirm: t('Yes, delete it!'),
        cancel: t('Cancel'),
      }}
      danger
      busy={t('Deleting…')}
      onClose={onClose}
      run={run}
      onSubmit={() => api.deleteMessage({ params: { id } })}
    />
  )
}
