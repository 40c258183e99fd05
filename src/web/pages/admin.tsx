import { loadFailures } from '../../shared/messages/pages.ts'
import { canModerate } from '../../shared/policy.ts'
import { PageError } from '../layout/page-error.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { Dashboard } from '../moderation/dashboard.tsx'
import { loadDashboard } from '../moderation/load.ts'
import { paths } from '../paths.ts'
import { useLoaderData } from '../router/hooks.ts'
import { Redirect } from '../router/outcomes.ts'

export async function loader({ api, query, signedIn, cardTextLength }: AuthedLoaderContext) {
  // Check before any call is made: a refused call would end the session.
  if (!canModerate(signedIn)) throw new Redirect(paths.home())
  return loadDashboard(api, query, cardTextLength)
}

export const Component = () => <Dashboard data={useLoaderData<typeof loader>()} />

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
