import { redirect, useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages.ts'
import { canModerate } from '../../shared/policy.ts'
import { PageFailure } from '../layout/failure.tsx'
import type { GivenSignedIn } from '../loading.ts'
import { Dashboard } from '../moderation/dashboard.tsx'
import { loadShown } from '../moderation/load.ts'
import { paths } from '../paths.ts'

export async function loader({ api, query, signedIn }: GivenSignedIn) {
  // Told by policy, before any call is made that is refused to others: a refusal would end their session.
  if (!canModerate(signedIn)) throw redirect(paths.home())
  return loadShown(api, query)
}

export const Page = () => <Dashboard shown={useLoaderData<typeof loader>()} />

export const Failure = () => <PageFailure sentence={loadFailures.data} />
