import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { loadEditable } from '../posting/load.ts'
import { NotYours } from '../posting/not-yours.tsx'

export const loader = (given: AuthedLoaderContext) => loadEditable(given, 'service')

export function Component() {
  const { form } = useLoaderData<typeof loader>()
  return form ? (
    <ListingEditor key={form.listing?._id} kind="service" form={form} />
  ) : (
    <NotYours kind="service" />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.services} />
