import { useRef, useState } from 'react'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import { adminDone, adminRefusals } from '../../shared/messages/forms.ts'
import { roleLabels } from '../../shared/messages/roles.ts'
import type { TeamMember } from '../../shared/moderation.ts'
import { t } from '../../shared/translate.ts'
import { useSignInAgain } from '../account/sign-in-again.tsx'
import { useBackend, useCurrentUser } from '../framework/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { messageOf, toast } from '../ui/toast.ts'
import { ActionDialog } from './action-dialog.tsx'
import { sortOptions } from './dashboard-url.ts'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { ModeratorDialog, RemoveModeratorDialog, Scope } from './moderators.tsx'
import { Badge, Row, RowButton } from './rows.tsx'
import { type RunAdminAction, useAdminAction } from './use-admin-action.ts'

export function Admins({ data }: { data: TabData<'admins'> }) {
  const { view, team, categories, total } = data
  const run = useAdminAction()
  const [removing, setRemoving] = useState<TeamMember | null>(null)
  const [changing, setChanging] = useState<TeamMember | 'new' | null>(null)
  return (
    <>
      <AddAdmin run={run} />
      <div className="needs-script mb-6">
        <Button variant="secondary" onClick={() => setChanging('new')}>
          {t('Add a moderator')}
        </Button>
      </div>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder={t('Name or email')}
        sorts={sortOptions.admins}
        summary={t('{count, plural, one {# admin or moderator} other {# admins and moderators}}', {
          count: total,
        })}
        empty={{ title: t('No admins'), hint: t('Add an admin by name and email.') }}
        label={t('Admins and moderators')}
        ids={team.map(({ email }) => email)}
      >
        {team.map((member) => (
          <Row
            key={`${member.email} ${member.pending}`}
            heading={<bdi className="free-text">{member.name || member.email}</bdi>}
            badges={
              <>
                <Badge tone="special">
                  {t(member.role === 'admin' ? roleLabels.admin : roleLabels.moderator)}
                </Badge>
                {member.pending && <Badge tone="waiting">{t('Pending')}</Badge>}
              </>
            }
            actions={
              <>
                {member.role !== 'admin' && (
                  <RowButton of={member.email} onClick={() => setChanging(member)}>
                    {t('Change')}
                  </RowButton>
                )}
                <RowButton of={member.email} onClick={() => setRemoving(member)}>
                  {t('Remove')}
                </RowButton>
              </>
            }
          >
            <p>
              <bdi className="free-text">{member.email}</bdi>
            </p>
            <Scope member={member} />
            {member.pending && (
              <p>
                {member.role === 'admin'
                  ? t('Becomes an admin after signing up and verifying this email.')
                  : t('Becomes a moderator after signing up and verifying this email.')}
              </p>
            )}
          </Row>
        ))}
      </ListScreen>
      {removing?.role === 'admin' && (
        <RemoveAdminDialog admin={removing} run={run} onClose={() => setRemoving(null)} />
      )}
      {removing && removing.role !== 'admin' && (
        <RemoveModeratorDialog member={removing} run={run} onClose={() => setRemoving(null)} />
      )}
      {changing && (
        <ModeratorDialog
          {...(changing !== 'new' && { member: changing })}
          categories={categories}
          run={run}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

const validateAdmin = validateBy(async () => (await import('../../shared/moderation.ts')).AdminSchema)

function AddAdmin({ run }: { run: RunAdminAction }) {
  const { api } = useBackend()
  const form = useRef<HTMLFormElement>(null)
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <Card className="mb-6 p-4 sm:p-5">
      <h2 className="text-base">{t('Add an admin')}</h2>
      <p className="mt-0.5 mb-3 text-sm text-soft">
        {t(
          'If they don’t have an account, we’ll email an invitation. They become an admin once they sign up and open the link we then email.',
        )}
      </p>
      <Form
        ref={form}
        className="grid items-start gap-x-3 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        validate={validateAdmin}
        onSubmit={async (body) => {
          const reply = await withRecentSignIn(() => api.addAdmin({ body }))
          form.current?.reset()
          await run(async () => reply)
        }}
        onFailure={(error) => toast({ tone: 'error', text: adminDone.addAdminFailed(messageOf(error)) })}
      >
        <TextField label={t('Name')} name="name" autoComplete="off" />
        <EmailField autoComplete="off" />
        <SubmitButton busy={t('Adding…')} className="md:mt-[1.875rem] md:min-h-12!">
          {t('Add admin')}
        </SubmitButton>
      </Form>
      {dialog}
    </Card>
  )
}

type RemoveAdminDialogProps = { admin: TeamMember; run: RunAdminAction; onClose: () => void }

/** If the server refuses, its message says why: `Only Admin can remove admin`, or that this is the last admin. */
function RemoveAdminDialog({ admin: { email, pending }, run, onClose }: RemoveAdminDialogProps) {
  const { api } = useBackend()
  const currentUser = useCurrentUser()
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <>
      <ActionDialog
        words={{
          title: t('Are you sure?'),
          text: pending
            ? t('{email} won’t become an admin after signing up.', { email })
            : t('{email} will lose access to the dashboard right away, but keeps the account.', { email }),
          confirm: t('Remove admin rights'),
          cancel: t('Cancel'),
        }}
        danger
        busy={t('Removing…')}
        onClose={onClose}
        run={run}
        onSubmit={async () => {
          const reply = await withRecentSignIn(() => api.removeAdmin({ params: { email } })).catch(explain)
          // Admins who remove themselves go home.
          return { ...reply, onNextPage: email === currentUser?.email }
        }}
      />
      {dialog}
    </>
  )
}

/** Throws the error, with the sentence of the specification (section 8) if the server sent none. */
function explain(error: unknown): never {
  throw error instanceof UnexpectedResponseError
    ? new AppError('unavailable', t(adminRefusals.removeAdmin))
    : error
}
