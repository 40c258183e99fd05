/**
 * The saved ads that the hearts show: a visitor's are in the browser, a signed-in person's in the account. Cached pages are the same
 * for everyone, so the server renders their hearts as not pressed.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { Api } from '../../../shared/api-client.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../../framework/api-context.ts'
import { localStore } from '../../ui/storage/browser-storage.ts'
import { showFailureToast, toast } from '../../ui/toast.ts'
import { type BrowserSaved, createBrowserSaved, loadAccountSaved } from './browser-saved.ts'

/** The ids are null until they are loaded. */
type Account = { email: string; ids: readonly string[] | null; own: readonly string[] }

function createSavedAds(browser: BrowserSaved) {
  const listeners = new Set<() => void>()
  /** The signed-in account; null for a visitor, and on the server. */
  let account: Account | null = null

  const notify = () => {
    for (const listener of listeners) listener()
  }

  /** Does nothing if someone else has signed in meanwhile. */
  function show(owner: Account | null, ids: readonly string[] | null) {
    if (owner === null || owner !== account) return
    owner.ids = ids
    notify()
  }

  /** Returns what the account has saved, to which it moves what this browser has. */
  async function load(api: Api): Promise<readonly string[]> {
    const owner = account
    const { ids, own } = await loadAccountSaved(api, browser)
    if (owner) owner.own = own
    show(owner, ids)
    return ids
  }

  async function changeInAccount(owner: Account, api: Api, id: string, save: boolean) {
    const before = owner.ids
    const others = (before ?? []).filter((other) => other !== id)
    show(owner, save ? [id, ...others] : others)
    const body = { ids: [id] }
    try {
      show(owner, (await (save ? api.saveListings({ body }) : api.removeSaved({ body }))).ids)
    } catch (error) {
      show(owner, before)
      throw error
    }
  }

  return {
    load,

    /** Returns whether an ad is saved by the account with this email or, if null, in this browser; null while that is unknown. */
    has(email: string | null, id: string): boolean | null {
      if (email === null) return browser.ids().includes(id)
      return account?.email === email && account.ids ? account.ids.includes(id) : null
    },

    /** Returns whether an ad is by the account with this email. */
    isOwn: (email: string | null, id: string): boolean =>
      email !== null && account?.email === email && account.own.includes(id),

    subscribe(listener: () => void) {
      listeners.add(listener)
      // Another tab saves or removes an ad.
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },

    /** Loads what an account has saved; `email` is null for a visitor. */
    async setUser(api: Api, email: string | null): Promise<void> {
      if (email === (account?.email ?? null)) return
      account = email === null ? null : { email, ids: null, own: [] }
      notify()
      if (account) await load(api)
    },

    async set(api: Api, id: string, save: boolean): Promise<void> {
      if (account) return changeInAccount(account, api, id, save)
      if (!save) browser.remove([id])
      else if (!browser.add(id)) toast({ tone: 'error', text: tooManySaved() })
      notify()
    },
  }
}

const tooManySaved = () =>
  t('You have saved {max} ads, which is the most. Remove some to save others.', { max: maxSavedAds })

export const browserSaved = createBrowserSaved(localStore)
const savedAds = createSavedAds(browserSaved)

/** Returns the ids of everything that a visitor or an account has saved, the latest first. On the server, visitors have none. */
export const loadSavedIds = async (api: Api, isVisitor: boolean): Promise<readonly string[]> =>
  isVisitor ? browserSaved.ids() : savedAds.load(api)

/** Loads the saved ads of the current user. Call it once on a page. */
export function useSavedAdsOfUser() {
  const { api } = useBackend()
  const email = useCurrentUser()?.email ?? null
  // If it fails, the next page load tries again.
  useEffect(() => void savedAds.setUser(api, email).catch(() => {}), [api, email])
}

/** Returns whether an ad is the current user's own; false until that is known. */
export function useIsOwn(id: string): boolean {
  const email = useCurrentUser()?.email ?? null
  return useSyncExternalStore(
    savedAds.subscribe,
    () => savedAds.isOwn(email, id),
    () => false,
  )
}

/** Returns whether an ad is saved, and what changes that. `sentAsSaved` is what the server rendered. */
export function useSaved(id: string, sentAsSaved: boolean): [saved: boolean, toggle: () => void] {
  const { api } = useBackend()
  const email = useCurrentUser()?.email ?? null
  const saved = useSyncExternalStore(
    savedAds.subscribe,
    () => savedAds.has(email, id) ?? sentAsSaved,
    () => sentAsSaved,
  )
  const toggle = () => void savedAds.set(api, id, !saved).catch((error: unknown) => showFailureToast(error))
  return [saved, toggle]
}
