import type { Backend } from '../backend.ts'
import { paths } from '../paths.ts'

type Ended = Pick<Backend, 'api' | 'identity'>

/**
 * First the server's session, then the identity provider's (specification, section 4). They are the same one: when the
 * first has ended it, the second may find nothing left to end.
 */
export async function endSession({ api, identity }: Ended) {
  const ended = await api.logout({}).then(
    () => true,
    () => false,
  )
  await identity.signOut().catch((error: unknown) => {
    if (!ended) throw error
  })
}

/** A whole page load, so that nothing of the one who leaves stays in memory. */
export async function signOut(backend: Ended) {
  await endSession(backend)
  location.assign(paths.home())
}
