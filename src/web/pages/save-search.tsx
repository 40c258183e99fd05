import { useState } from 'react'
import type { CallInput } from '../../shared/contract.ts'
import { maxNameLength } from '../../shared/limits.ts'
import type { AlertFrequency } from '../../shared/saved-search.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { FrequencyField } from '../account/saved-searches/frequency-field.tsx'
import { nameOfSearch, readListOfSearch } from '../browse/query/list-of-search.ts'
import { useBackend } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useNavigate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { messageOf } from '../ui/failure-toast.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { FormFailure } from '../ui/forms/form-failure.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

export const loader = async ({ query }: AuthedLoaderContext) => readListOfSearch(query)

/** Where *Notify me about new ads* leads. Visitors sign in first and come back. */
export function Component() {
  const list = useLoaderData<typeof loader>()
  const { kind, filters, narrowing } = list
  const { api } = useBackend()
  const { currency } = useSite().product
  const navigate = useNavigate()
  const [failure, setFailure] = useState('')
  // As in the URL: the server validates it.
  const filter = { ...filters, ...narrowing } as CallInput<'saveSearch'>['body']['filter']
  return (
    <AccountSheet
      title="Notify me about new ads"
      intro="We’ll email you when a new ad matches this search. Each email has a link to stop them."
    >
      <Form
        action={paths.saveSearch()}
        check={async ({ name = '', frequency = '' }) => ({
          sent: { name, frequency: frequency as AlertFrequency },
        })}
        send={async (sent) => {
          await api.saveSearch({ body: { kind, ...sent, filter } })
          await navigate(paths.savedSearches({ done: 'saved' }))
        }}
        onFailure={(error, areShown) => setFailure(areShown ? '' : messageOf(error))}
      >
        <TextField
          label="Name"
          name="name"
          required
          defaultValue={nameOfSearch(list, currency)}
          limit={{ max: maxNameLength }}
        />
        <FrequencyField defaultValue="immediately" />
        <input type="hidden" name="kind" value={kind} />
        {Object.entries({ ...filters, ...narrowing }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton busy="Saving…" worksPlain className="min-h-12 w-full">
          Save search
        </SubmitButton>
        <FormFailure text={failure} />
      </Form>
    </AccountSheet>
  )
}
