import { redirect, useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { canModerate } from '../../shared/policy.ts'
import { PageError } from '../layout/page-error.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { Dashboard } from '../moderation/dashboard.tsx'
import { loadTab } from '../moderation/load.ts'
import { paths } from '../paths.ts'

export async function loader({ api, query, signedIn }: AuthedLoaderContext) {
  // Told by policy, before any call is made that is refused to others: a refusal would end their session.
  if (!canModerate(signedIn)) throw redirect(paths.home())
  return loadTab(api, query)
}

export const Component = () => <Dashboard shown={useLoaderData<typeof loader>()} />

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
