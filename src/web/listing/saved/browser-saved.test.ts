import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import type { Api } from '../../../shared/api-client.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import { createBrowserStorage } from '../../ui/storage/browser-storage.ts'
import { createBrowserSaved, loadAccountSaved } from './browser-saved.ts'

const savedIn = (storage: Storage) => createBrowserSaved(createBrowserStorage(() => storage))

/** An account as the server keeps it. */
function createAccount(saved: string[] = []) {
  let ids = saved
  const api = {
    listSaved: async () => ({ ids, own: [] }),
    saveListings: async ({ body }: { body: { ids: string[] } }) => {
      ids = [...new Set([...body.ids, ...ids])]
      return { ids, own: [] }
    },
  }
  return api as unknown as Api
}

test('keeps the latest first, each once, for all tabs', () => {
  const storage = memoryStorage()
  const [tab, other] = [savedIn(storage), savedIn(storage)]
  const [one, two] = [uuid(), uuid()]
  tab.add(one)
  other.add(two)
  other.add(one)
  expect(tab.ids()).toEqual([one, two])
  tab.remove([one])
  expect(other.ids()).toEqual([two])
})

test('has a limit', () => {
  const storage = memoryStorage()
  const saved = savedIn(storage)
  const ids = Array.from({ length: maxSavedAds }, () => uuid())
  for (const id of ids) expect(saved.add(id)).toBe(true)
  expect(saved.add(uuid())).toBe(false)
  expect(saved.add(ids[0] ?? '')).toBe(true)
  expect(saved.ids()).toHaveLength(maxSavedAds)
})

test.each(['{', '{"a":1}', '[1,null,"../x"]', '""'])('ignores a corrupted storage: %s', (text) => {
  const storage = memoryStorage()
  storage.setItem('saved-ads', text)
  expect(savedIn(storage).ids()).toEqual([])
})

test('works for this page where storage is blocked', () => {
  const saved = savedIn(memoryStorage({ blocked: true }))
  const id = uuid()
  saved.add(id)
  expect(saved.ids()).toEqual([id])
  saved.remove([id])
  expect(saved.ids()).toEqual([])
})

test('moves to the account once, also from several tabs, and leaves nothing for the next person', async () => {
  const storage = memoryStorage()
  const tabs = [savedIn(storage), savedIn(storage)]
  const [one, two, later] = [uuid(), uuid(), uuid()]
  for (const tab of tabs) tab.add(one)
  const account = createAccount([two, one])
  const moving = tabs.map((tab) => loadAccountSaved(account, tab))
  // Another tab, which does not know yet that someone has signed in.
  tabs[1]?.add(later)
  for (const { ids } of await Promise.all(moving)) expect(ids).toEqual([one, two])
  expect(tabs[0]?.ids()).toEqual([later])
  const next = savedIn(storage)
  expect((await loadAccountSaved(account, next)).ids).toEqual([later, one, two])
  expect(next.ids()).toEqual([])
})

test('keeps what could not be moved', async () => {
  const storage = memoryStorage()
  const saved = savedIn(storage)
  const id = uuid()
  saved.add(id)
  const failing = { saveListings: () => Promise.reject(new Error('offline')) } as unknown as Api
  await expect(loadAccountSaved(failing, saved)).rejects.toThrow('offline')
  expect(saved.ids()).toEqual([id])
})
