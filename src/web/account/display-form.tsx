import type { Account } from '../../shared/account.ts'
import { maxNameLength } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'
import { PhotoField } from './photo-field.tsx'
import { validators } from './validators.ts'

type DisplayFormProps = Pick<Account, 'name' | 'email' | 'photo'>

/** The name and photo that the identity provider stores. The header and the user's ads show them. */
export function DisplayForm({ name, email, photo }: DisplayFormProps) {
  const { api, identity } = useBackend()
  const revalidate = useRevalidate()
  return (
    <>
      <PhotoField user={{ name, email, photo }} />
      <Form
        className="mt-6 space-y-5"
        validate={validators.display}
        onSubmit={async ({ name }) => {
          await identity.updateUser({ name })
          // getSession also updates the header.
          await Promise.all([api.getSession({}), revalidate()])
          toast({ tone: 'success', text: t('Display name saved.') })
        }}
        onFailure={showFailureToast}
      >
        <TextField
          label={t('Display Name')}
          name="name"
          required
          autoComplete="name"
          defaultValue={name}
          limit={{ max: maxNameLength }}
        />
        <SubmitButton busy={t('Saving…')}>{t('Save')}</SubmitButton>
      </Form>
    </>
  )
}
