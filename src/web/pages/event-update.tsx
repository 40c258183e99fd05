import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages.ts'
import { PageFailure } from '../layout/failure.tsx'
import type { GivenSignedIn } from '../loading.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { loadEditable } from '../posting/load.ts'
import { NotYours } from '../posting/not-yours.tsx'

export const loader = (given: GivenSignedIn) => loadEditable(given, 'event')

export function Page() {
  const { form } = useLoaderData<typeof loader>()
  return form ? <ListingEditor key={form.listing?._id} kind="event" form={form} /> : <NotYours kind="event" />
}

export const Failure = () => <PageFailure sentence={loadFailures.event} />
