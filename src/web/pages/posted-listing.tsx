/** Leads to the user's own list, which shows what to do with a new listing. */
import type { Kind } from '../../shared/listing.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { paths } from '../paths.ts'

export async function loader({ params }: AuthedLoaderContext, kind: Kind): Promise<null> {
  throw new Redirect(paths.postedListing(kind, params.id ?? ''))
}

export const Component = () => null
