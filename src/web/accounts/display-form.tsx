import { useRevalidator } from 'react-router'
import type { Account } from '../../shared/account.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'

type DisplayFormProps = Pick<Account, 'name' | 'photo'>

/** The name and photo that the identity provider stores. The header shows them. */
export function DisplayForm({ name, photo }: DisplayFormProps) {
  const { api, identity } = useBackend()
  const { revalidate } = useRevalidator()
  return (
    <Form
      check={checks.display}
      send={async ({ name, image }) => {
        await identity.updateUser({ name, image: image || null })
        // getSession also updates the header.
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
        hint="For privacy, only images hosted on this site are shown."
      />
      <SubmitButton busy="Saving…">Save</SubmitButton>
    </Form>
  )
}
