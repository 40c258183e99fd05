import { canModerate } from '../../shared/policy.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { Dashboard } from '../moderation/dashboard.tsx'
import { loadDashboard } from '../moderation/load.ts'
import { paths } from '../paths.ts'

export async function loader({ api, query, signedIn, settings }: AuthedLoaderContext) {
  // Check before any call is made: a refused call would end the session.
  if (!canModerate(signedIn)) throw new Redirect(paths.home())
  return loadDashboard(api, signedIn, query, settings.cardTextLength)
}

export const Component = () => <Dashboard data={useLoaderData<typeof loader>()} />
