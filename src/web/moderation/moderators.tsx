/** What admins do about moderators: they invite them, limit them to some categories or places, and remove them. */
import { localName } from '../../shared/local-names.ts'
import type { TeamMember } from '../../shared/moderation.ts'
import { nameOrder } from '../../shared/name-lists.ts'
import { t } from '../../shared/translate.ts'
import { useSignInAgain } from '../account/sign-in-again.tsx'
import { useBackend } from '../framework/api-context.ts'
import { CheckboxGroup } from '../ui/forms/checkbox-group.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import type { Values } from '../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { TabData } from './load.ts'
import type { RunAdminAction } from './use-admin-action.ts'

type Categories = TabData<'admins'>['categories']

/** The form has the chosen categories as a text; a call takes them as a list. */
async function validateModerator({ categories = '', ...values }: Values) {
  const [{ ModeratorSchema }, { validateBy }] = await Promise.all([
    import('../../shared/moderation.ts'),
    import('../ui/forms/validate.ts'),
  ])
  const body = { ...values, categories: categories.split(',').filter((id) => id !== '') }
  return validateBy(async () => ModeratorSchema)(body as unknown as Values)
}

/** What a moderator is responsible for, in words. */
export function Scope({ member: { role, categories, places } }: { member: TeamMember }) {
  if (role === 'admin') return null
  if (role === 'moderator') return <p>{t('Decides about everything on the site.')}</p>
  const names = categories.map(({ name }) => localName(name)).toSorted(nameOrder())
  return (
    <>
      {names.length > 0 && <p>{t('Only ads in: {names}', { names: names.join(', ') })}</p>}
      {places.length > 0 && <p>{t('Only ads from: {names}', { names: places.join('; ') })}</p>}
    </>
  )
}

type ScopeFieldsProps = { categories: Categories; member?: TeamMember }

function ScopeFields({ categories, member }: ScopeFieldsProps) {
  // One that was retired since stays until an admin takes it away.
  const chosen = member?.categories ?? []
  const options = [
    ...categories.map(({ id, name }) => ({ value: id, label: localName(name) })),
    ...chosen
      .filter(({ id }) => !categories.some((category) => category.id === String(id)))
      .map(({ id, name }) => ({ value: String(id), label: localName(name) })),
  ]
  return (
    <>
      <CheckboxGroup
        label={t('Only these categories')}
        name="categories"
        options={options}
        checked={chosen.map(({ id }) => String(id))}
        hint={t('Without any, all categories.')}
      />
      <TextAreaField
        label={t('Only these places')}
        name="places"
        optional
        defaultValue={member?.places.join('\n')}
        hint={t(
          'One per line, such as “Montana, United States” or “Whitefish, Montana”. Without any, all places.',
        )}
      />
    </>
  )
}

type DialogProps = { run: RunAdminAction; onClose: () => void }
type ModeratorDialogProps = DialogProps & {
  categories: Categories
  /** Without one, the dialog adds one. */
  member?: TeamMember
}

/** Adds a moderator, or changes what one is responsible for. */
export function ModeratorDialog({ member, categories, run, onClose }: ModeratorDialogProps) {
  const { api } = useBackend()
  const { withRecentSignIn, dialog } = useSignInAgain()
  const known: Values = member ? { name: member.name || member.email, email: member.email } : {}
  return (
    <>
      <ActionDialog
        words={{
          title: member
            ? t('What is {email} responsible for?', { email: member.email })
            : t('Add a moderator'),
          text: member
            ? t('This applies right away.')
            : t(
                'Moderators decide about reports, ads, and what the site holds back. They don’t see settings, the contact form’s messages, or who runs the site, and never what is about themselves.',
              ),
          confirm: member ? t('Save') : t('Add moderator'),
          cancel: t('Cancel'),
        }}
        busy={member ? t('Saving…') : t('Adding…')}
        onClose={onClose}
        run={run}
        validate={(values: Values) => validateModerator({ ...values, ...known })}
        onSubmit={(body) => withRecentSignIn(() => api.addModerator({ body }))}
      >
        {!member && (
          <>
            <TextField label={t('Name')} name="name" autoComplete="off" />
            <EmailField autoComplete="off" />
          </>
        )}
        <ScopeFields categories={categories} {...(member && { member })} />
      </ActionDialog>
      {dialog}
    </>
  )
}

type RemoveDialogProps = DialogProps & { member: TeamMember }

export function RemoveModeratorDialog({ member: { email, pending }, run, onClose }: RemoveDialogProps) {
  const { api } = useBackend()
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <>
      <ActionDialog
        words={{
          title: t('Are you sure?'),
          text: pending
            ? t('{email} won’t become a moderator after signing up.', { email })
            : t('{email} will lose access to the dashboard right away, but keeps the account.', { email }),
          confirm: t('Remove moderator rights'),
          cancel: t('Cancel'),
        }}
        danger
        busy={t('Removing…')}
        onClose={onClose}
        run={run}
        onSubmit={() => withRecentSignIn(() => api.removeModerator({ params: { email } }))}
      />
      {dialog}
    </>
  )
}
