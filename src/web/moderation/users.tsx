import { useState } from 'react'
import { formatCount, formatDay } from '../../shared/format.ts'
import type { User } from '../../shared/moderation.ts'
import { useBackend } from '../backend.ts'
import { Badge } from './badge.tsx'
import { countFound } from './count-found.ts'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { QuietLink } from './quiet-link.tsx'
import { Row, Rows } from './row.tsx'
import { RowButton } from './row-action.tsx'
import { Suspension } from './suspension.tsx'
import { managedTab, sortsOf } from './tabs.ts'
import { useAdminAction } from './use-deeds.ts'
import { chosen, viewPath } from './view.ts'

export function Users({ shown }: { shown: TabData<'users'> }) {
  const { view, users, total } = shown
  const { api } = useBackend()
  const run = useAdminAction()
  const [suspending, setSuspending] = useState<User | null>(null)

  const lift = ({ _id }: User) =>
    run(async () => ({ text: (await api.liftSuspension({ params: { id: _id } })).message }))

  return (
    <>
      <ListFrame
        view={view}
        list={shown}
        searches="Name or email"
        choices={[
          { name: 'sort', label: 'Sort by', labels: sortsOf.users, value: chosen(sortsOf.users, view.sort) },
        ]}
        counted={countFound(total, view.search, 'person', 'people')}
        empty={{ title: 'Nobody yet', hint: 'Everybody who signs up or posts is listed here.' }}
      >
        <Rows label="Users">
          {users.map((person) => (
            <UserRow
              key={person._id}
              person={person}
              onSuspend={() => (person.suspension ? lift(person) : setSuspending(person))}
            />
          ))}
        </Rows>
      </ListFrame>
      {suspending && <Suspension person={suspending} run={run} onClose={() => setSuspending(null)} />}
    </>
  )
}

/** Their rights are taken away first, and without an account there is nothing to suspend. */
const canBeSuspended = ({ isAdmin, hasAccount }: User) => !isAdmin && hasAccount

function UserRow({ person, onSuspend }: { person: User; onSuspend: () => void }) {
  const { name, email, created, isAdmin, suspension } = person
  return (
    <Row
      heading={<bdi className="free-text">{name || email}</bdi>}
      badges={
        <>
          {isAdmin && <Badge look="special">Admin</Badge>}
          {suspension && <Badge look="bad">Suspended</Badge>}
        </>
      }
      actions={
        canBeSuspended(person) && (
          <RowButton of={email} onClick={onSuspend}>
            {suspension ? 'Lift suspension' : 'Suspend'}
          </RowButton>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="free-text">{email}</bdi>
        <span>since {formatDay(created)}</span>
        <Listings person={person} />
      </p>
      {suspension && (
        <p className="free-text text-ink">
          Suspended on {formatDay(suspension.since)}: {suspension.reason}
        </p>
      )}
    </Row>
  )
}

/** Of somebody who is suspended they are hidden. */
function Listings({ person: { email, listings, suspension } }: { person: User }) {
  if (listings === 0) return <span>no ads</span>
  const view = { search: email, status: suspension ? 'hidden' : '' }
  return (
    <span>
      {formatCount(listings, 'ad', 'ads')}:{' '}
      <QuietLink href={viewPath({ ...view, tab: managedTab.service })} aria-label={`Services of ${email}`}>
        services
      </QuietLink>
      ,{' '}
      <QuietLink href={viewPath({ ...view, tab: managedTab.event })} aria-label={`Events of ${email}`}>
        events
      </QuietLink>
    </span>
  )
}
