import { useState } from 'react'
import { UnexpectedResponseError } from '../../shared/errors.ts'
import { formatCount } from '../../shared/format.ts'
import { adminDone, adminRefusals } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { AddAdmin } from './add-admin.tsx'
import { Badge } from './badge.tsx'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { Problem } from './problem.tsx'
import { Row, Rows } from './row.tsx'
import { RowButton } from './row-action.tsx'
import { sortsOf } from './tabs.ts'
import { type Deed, useAdminAction } from './use-deeds.ts'
import { useRowFocus } from './use-row-focus.ts'
import { chosen } from './view.ts'

type Admin = TabData<'admins'>['admins'][number]

export function Admins({ shown }: { shown: TabData<'admins'> }) {
  const { view, admins, total } = shown
  const run = useAdminAction()
  const [removing, setRemoving] = useState<Admin | null>(null)
  const list = useRowFocus(admins.map(({ email }) => email))
  return (
    <>
      <AddAdmin run={run} />
      <ListFrame
        view={view}
        list={shown}
        searches="Name or email"
        choices={[
          {
            name: 'sort',
            label: 'Sort by',
            labels: sortsOf.admins,
            value: chosen(sortsOf.admins, view.sort),
          },
        ]}
        counted={formatCount(total, 'admin', 'admins')}
        empty={{ title: 'No admins', hint: 'Add somebody by name and email.' }}
      >
        <Rows label="Admins" ref={list}>
          {admins.map((admin) => (
            <Row
              key={`${admin.email} ${admin.pending}`}
              heading={<bdi className="free-text">{admin.name || admin.email}</bdi>}
              badges={admin.pending && <Badge look="waiting">Waiting</Badge>}
              actions={
                <RowButton of={admin.email} onClick={() => setRemoving(admin)}>
                  Remove
                </RowButton>
              }
            >
              <p>
                <bdi className="free-text">{admin.email}</bdi>
              </p>
              {admin.pending && <p>An admin as soon as this address has signed up and been verified.</p>}
            </Row>
          ))}
        </Rows>
      </ListFrame>
      {removing && <Removal admin={removing} run={run} onClose={() => setRemoving(null)} />}
    </>
  )
}

type RemovalProps = { admin: Admin; run: (deed: Deed) => Promise<void>; onClose: () => void }

function Removal({ admin: { email, pending }, run, onClose }: RemovalProps) {
  const { api } = useBackend()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <ConfirmDialog
      words={{
        title: 'Are you sure?',
        text: pending
          ? `${email} will not become an admin by signing up.`
          : `${email} can no longer open the dashboard, from the next click on. The account itself stays.`,
        confirm: 'Remove admin rights',
        cancel: 'Cancel',
      }}
      busy="Removing…"
      onClose={onClose}
      check={async () => ({ sent: null })}
      send={async () => {
        await api.removeAdmin({ params: { email } })
        onClose()
        await run(async () => ({ text: adminDone.adminRemoved }))
      }}
      // The server says why not: `Only Admin can remove admin`, or that this is the last one.
      onFailure={(error) =>
        setProblem(error instanceof UnexpectedResponseError ? adminRefusals.removeAdmin : messageOf(error))
      }
    >
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  )
}
