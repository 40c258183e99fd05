/** Leads to the user's own list, which shows what to do with a new listing. */
import type { Kind } from '../../shared/listing.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { Redirect } from '../router/outcomes.ts'

export async function loader({ params }: AuthedLoaderContext, kind: Kind): Promise<null> {
  throw new Redirect(paths.postedListing(kind, params.id ?? ''))
}

export const Component = () => null

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
