import type { Profile } from '../../shared/account.ts'
import { type AuthedLoaderContext, isRefused } from '../framework/loading.ts'

/** Returns the user's own profile. It is empty on the first page after signing in with a provider: none exists yet. */
export async function loadOwnProfile({ api, signedIn }: AuthedLoaderContext): Promise<Profile> {
  try {
    return await api.getUserProfile({})
  } catch (error) {
    if (!isRefused(error, 'not_found')) throw error
    const { name, email, isAdmin } = signedIn
    return { _id: '', name, email, phone: '', address: '', bio: '', isAdmin }
  }
}
