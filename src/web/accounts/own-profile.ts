import type { Profile } from '../../shared/account.ts'
import { type AuthedLoaderContext, isRefused } from '../loading.ts'

/** One's own profile. On the very first page after signing in through another site there is none yet: it is empty. */
export async function ownProfile({ api, signedIn }: AuthedLoaderContext): Promise<Profile> {
  try {
    return await api.getUserProfile({})
  } catch (error) {
    if (!isRefused(error, 'not_found')) throw error
    const { name, email, isAdmin } = signedIn
    return { _id: '', name, email, phone: '', address: '', bio: '', isAdmin }
  }
}
