import { useRevalidator } from 'react-router'
import type { Account } from '../../shared/account.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'

/** What the identity provider keeps of a person; the header shows it. */
export function DisplayForm({ name, photo }: Pick<Account, 'name' | 'photo'>) {
  const { api, identity } = useBackend()
  const { revalidate } = useRevalidator()
  return (
    <Form
      check={checks.displayed}
      send={async ({ name, image }) => {
        await identity.updateUser({ name, image: image || null })
        // Answers the header too.
        await Promise.all([api.getSession({}), revalidate()])
        toast({ tone: 'good', text: sentences.saved })
      }}
      onFailure={showFailureToast}
    >
      <TextField label="Display Name" name="name" autoComplete="name" defaultValue={name} />
      <TextField
        label="Photo URL"
        name="image"
        inputMode="url"
        autoComplete="photo"
        defaultValue={photo ?? ''}
        hint="Only pictures on this site are shown: no page here makes a visitor’s browser ask another one."
      />
      <SubmitButton busy="Saving…">Save</SubmitButton>
    </Form>
  )
}
