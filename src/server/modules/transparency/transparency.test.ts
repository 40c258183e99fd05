/** The public figures, and the job that counts them. */
import { expect, test } from 'vitest'
import {
  createWatchListing,
  moderated,
  requestAs,
  setUpModeratedSite,
} from '../../../../test/support/data/moderated-site.ts'
import type { TransparencyMonth } from '../../../shared/contract/statements.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { countTransparency } from './jobs.ts'

setUpModeratedSite()

const months = async () =>
  (await requestAs<{ months: TransparencyMonth[] }>('visitor', 'GET', '/transparency')).body.months

const count = (clock = () => new Date()) =>
  countTransparency({ database: moderated.site.database, clock, settings: () => defaultSettings })

test('a month has what was reported, decided, and appealed, and small numbers are not exact', async () => {
  expect(await months()).toEqual([])
  const ads: string[] = []
  for (let n = 0; n < 6; n += 1) ads.push(await createWatchListing('service'))
  for (const ad of ads) await requestAs('other', 'PUT', `/service-report/${ad}`, { reason: 'scam' })
  await requestAs('third', 'PUT', `/service-report/${ads[0]}`, { reason: 'spam' })
  const decide = (decision: string, ids: string[]) =>
    requestAs('admin', 'POST', '/moderation/decide', { decision, ids, reason: 'Copies.' })
  await decide('hide', ads.slice(1))
  await decide('approve', ads.slice(0, 1))
  await count()
  const [month, ...others] = await months()
  expect(others).toEqual([])
  expect(month).toMatchObject({
    month: new Date().toISOString().slice(0, 7),
    notices: [
      { reason: 'scam', count: 6 },
      { reason: 'spam', count: '<5' },
    ],
    decisions: [
      { kind: 'hide', by: 'person', count: 5 },
      { kind: 'keep', by: 'person', count: '<5' },
    ],
    medianHours: 0,
    appeals: { received: 0, upheld: 0, reversed: 0, medianHours: null },
    automatic: { hidden: 0, reversed: 0 },
    activeAccounts: 7,
  })
  expect(JSON.stringify(month)).not.toMatch(/@|watches/)
})

test('it is counted once a day', async () => {
  await count()
  const [first] = await months()
  await createWatchListing('service')
  await count()
  expect(await months()).toEqual([first])
  await count(() => new Date(Date.now() + 86_400_000))
  expect((await months()).some(({ counted }) => counted !== first?.counted)).toBe(true)
})
