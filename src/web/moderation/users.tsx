import { useState } from 'react'
import { formatInstantDay } from '../../shared/format.ts'
import { maxReasonLength } from '../../shared/limits.ts'
import { roleLabels } from '../../shared/messages/roles.ts'
import type { User } from '../../shared/moderation.ts'
import { msg, t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { rich } from '../ui/rich.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { listingTabs, sortOptions } from './dashboard-url.ts'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Badge, Row, RowButton, SubtleLink } from './rows.tsx'
import { SuspensionLength } from './suspension-length.tsx'
import { type RunAdminAction, useAdminAction } from './use-admin-action.ts'

export function Users({ data }: { data: TabData<'users'> }) {
  const { view, users, total } = data
  const { api } = useBackend()
  const run = useAdminAction()
  const [suspending, setSuspending] = useState<User | null>(null)

  const liftSuspension = ({ _id }: User) => run(() => api.liftSuspension({ params: { id: _id } }))

  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder={t('Name or email')}
        sorts={sortOptions.users}
        summary={summarizeTotal(total, view.search, msg('{count, plural, one {# user} other {# users}}'))}
        empty={{ title: t('No users yet'), hint: t('Everyone who signs up or posts an ad appears here.') }}
        label={t('Users')}
      >
        {users.map((user) => (
          <UserRow
            key={user._id}
            user={user}
            onClick={() => (user.suspension ? liftSuspension(user) : setSuspending(user))}
          />
        ))}
      </ListScreen>
      {suspending && (
        <SuspendDialog
          user={{ ...suspending, id: suspending._id }}
          run={run}
          onClose={() => setSuspending(null)}
        />
      )}
    </>
  )
}

/** The rights of an admin or a moderator must be removed first, and without an account there is nothing to suspend. */
const canBeSuspended = ({ role, hasAccount }: User) => role === null && hasAccount

function UserRow({ user, onClick }: { user: User; onClick: () => void }) {
  const { timeZone } = useSite().settings
  const { name, email, created, role, suspension } = user
  return (
    <Row
      heading={<bdi className="free-text">{name || email}</bdi>}
      badges={
        <>
          {role && (
            <Badge tone="special">{t(role === 'admin' ? roleLabels.admin : roleLabels.moderator)}</Badge>
          )}
          {suspension && <Badge tone="error">{t('Suspended')}</Badge>}
        </>
      }
      actions={
        canBeSuspended(user) && (
          <RowButton of={email} onClick={onClick}>
            {suspension ? t('Lift suspension') : t('Suspend')}
          </RowButton>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="free-text">{email}</bdi>
        <span>{t('since {day}', { day: formatInstantDay(created, timeZone) })}</span>
        <ListingLinks user={user} />
      </p>
      {suspension && (
        <p className="free-text text-ink">
          {t('Suspended on {day}: {reason}', {
            day: formatInstantDay(suspension.since, timeZone),
            reason: suspension.reason,
          })}{' '}
          {suspension.until && t('It ends on {day}.', { day: formatInstantDay(suspension.until, timeZone) })}
        </p>
      )}
    </Row>
  )
}

function ListingLinks({ user: { email, listings, suspension } }: { user: User }) {
  if (listings === 0) return <span>{t('no ads')}</span>
  // A suspended user's ads are hidden.
  const view = { search: email, status: suspension ? 'hidden' : '' }
  return (
    <span>
      {rich(
        '{ads}: <services>services</services>, <events>events</events>',
        {
          services: (text) => (
            <SubtleLink
              href={paths.admin({ ...view, tab: listingTabs.service })}
              aria-label={t('Services of {email}', { email })}
            >
              {text}
            </SubtleLink>
          ),
          events: (text) => (
            <SubtleLink
              href={paths.admin({ ...view, tab: listingTabs.event })}
              aria-label={t('Events of {email}', { email })}
            >
              {text}
            </SubtleLink>
          ),
        },
        { ads: t('{count, plural, one {# ad} other {# ads}}', { count: listings }) },
      )}
    </span>
  )
}

const validateSuspension = validateBy(
  async () => (await import('../../shared/moderation.ts')).SuspensionSchema,
)

type SuspendDialogProps = {
  user: { id: string | null; email: string }
  run: RunAdminAction
  onClose: () => void
}

export function SuspendDialog({ user: { id, email }, run, onClose }: SuspendDialogProps) {
  const { api } = useBackend()
  const params = { id: id ?? '' }
  return (
    <ActionDialog
      words={{
        title: t('Suspend {email}?', { email }),
        text: t(
          'Their ads will be hidden and they will be signed out everywhere. They can still sign in to read why and to download their data. You can lift the suspension at any time, and they can appeal.',
        ),
        confirm: t('Suspend'),
        cancel: t('Cancel'),
      }}
      busy={t('Suspending…')}
      onClose={onClose}
      run={run}
      validate={validateSuspension}
      onSubmit={async (body) => {
        const { message } = await api.suspendUser({ params, body })
        return { message, undo: () => api.liftSuspension({ params }) }
      }}
    >
      <TextAreaField
        label={t('Reason')}
        name="reason"
        maxLength={maxReasonLength}
        hint={t('We email this to them, and they can reply.')}
      />
      <SuspensionLength />
    </ActionDialog>
  )
}
