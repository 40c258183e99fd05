import type { Backend } from '../backend.ts'
import { paths } from '../paths.ts'

type Ended = Pick<Backend, 'api' | 'identity'>

/** First the server's session, then the identity provider's (specification, section 4). Either may be gone already. */
export async function endSession({ api, identity }: Ended) {
  await api.logout({}).catch(() => {})
  await identity.signOut().catch(() => {})
}

/** A whole page load, so that nothing of the one who leaves stays in memory. */
export async function signOut(backend: Ended) {
  await endSession(backend)
  location.assign(paths.home())
}
