/** Text of visitors and users never becomes a script or an element, on any page or in any email that shows it. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { servePictures } from '../support/data/drawn-pictures.ts'
import { createListing } from '../support/data/factories.ts'
import { scriptPayloads } from './script-payloads.ts'

const place = { state: 'Alaska', city: 'Anchorage' }

/** Records what a successful attack would cause. The journey also fails on console errors, such as a violated policy. */
async function watch(page: Page) {
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const counts = window as unknown as { violations: number }
    counts.violations = 0
    addEventListener('securitypolicyviolation', () => {
      counts.violations += 1
    })
  })
  return problems
}

async function expectHarmless(page: Page, problems: string[]) {
  const found = await page.evaluate(() => ({
    attacked: 'attacked' in window,
    violations: (window as unknown as { violations: number }).violations,
    elements: [
      ...document.querySelectorAll(
        'iframe, object, embed, base, meta[http-equiv], math, [onerror], [onload], [onfocus], [ontoggle], [onmouseover]',
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 100)),
    inlineScripts: [...document.scripts].filter(({ src, type }) => src === '' && !type.includes('json'))
      .length,
    scriptLinks: [
      ...document.querySelectorAll(
        '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]',
      ),
    ].length,
  }))
  expect(found).toEqual({ attacked: false, violations: 0, elements: [], inlineScripts: 0, scriptLinks: 0 })
  expect(problems).toEqual([])
}

// The lists also show ads of other tests.
test.beforeEach(({ context }) => servePictures(context))

/** All payloads are in lists and tables; by default, the pages of some ads and the forms of some users are opened. */
const samples = [
  { every: 16, tag: [] },
  { every: 1, tag: '@slow' },
]

for (const { every, tag } of samples)
  test(`C1 payloads in ads and names show as text in lists, tables, and the details of every ${every}th ad`, {
    tag,
  }, async ({ page, signIn, database }) => {
    test.setTimeout(300_000)
    const problems = await watch(page)
    await signIn({ isAdmin: true })
    const ids: string[] = []
    for (const [index, payload] of scriptPayloads.entries()) {
      const authorEmail = `payload-${index}@example.com`
      const kind = index % 2 === 0 ? 'service' : 'event'
      const id = await createListing(database, {
        ...place,
        kind,
        title: payload,
        description: `${payload}\n${payload}`,
        phone: payload.slice(0, 60),
        authorEmail,
        ...(index % 4 === 0 && { status: 'reported' }),
      })
      await sql`update profile set name = ${payload}, phone = ${payload.slice(0, 60)}, address = ${payload}, bio = ${payload} where email = ${authorEmail}`.execute(
        database.kysely,
      )
      if (index % 4 === 0)
        await sql`insert into report (id, listing_id, visitor_hash, reason, note)
        values (${uuid()}, ${id}, ${uuid()}, 'spam', ${payload})`.execute(database.kysely)
      await sql`insert into contact_message (id, name, email, message, status)
      values (${uuid()}, ${payload}, ${authorEmail}, ${payload}, 'sent')`.execute(database.kysely)
      ids.push(id)
    }
    for (const [index, id] of ids.entries()) {
      if (index % every > 0) continue
      const payload = scriptPayloads[index] ?? ''
      await visit(page, index % 2 === 0 ? `/ad-details/${id}` : `/event-details/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(payload)
      await expect(page).toHaveTitle(`${payload} | Corkboard`)
      await expectHarmless(page, problems)
    }
    const { rows } = await sql<{
      id: string
    }>`select id from profile where email like 'payload-%' limit 3`.execute(database.kysely)
    const dashboard = ['users', 'services', 'events', 'queue', 'messages', 'log']
    for (const path of [
      ...[1, 2].map((number) => `/state/Alaska?page=${number}&eventsPage=${number}`),
      ...scriptPayloads
        .slice(0, 10 / every + 1)
        .map((payload) => `/search?searchtext=${encodeURIComponent(payload)}`),
      ...rows.map(({ id }) => `/seller/${id}`),
      ...dashboard.map((tab) => `/admin?tab=${tab}`),
      `/admin?tab=users&search=${encodeURIComponent('"><img src=x onerror=window.attacked=1>')}`,
    ]) {
      await visit(page, path)
      await expectHarmless(page, problems)
    }
  })

for (const { every, tag } of samples)
  test(`C1 every ${every * 2}th payload of the signed-in user shows as text in the profile, the header, and forms`, {
    tag,
  }, async ({ page, signIn, database, accountSite }) => {
    test.setTimeout(240_000)
    const problems = await watch(page)
    const person = await signIn()
    for (const payload of scriptPayloads.filter((_payload, index) => index % (2 * every) === 0)) {
      const answer = await page.request.put('/api/profile-update', {
        data: { name: '', phone: payload.slice(0, 60), address: payload, bio: payload },
        headers: { origin: accountSite.url },
      })
      expect(answer.status()).toBe(200)
      // Nobody can choose such a name any more, but one may be stored.
      await sql`update account set name = ${payload} where id = ${person.accountId}`.execute(database.kysely)
      await sql`update profile set name = ${payload} where account_id = ${person.accountId}`.execute(
        database.kysely,
      )
      const id = await createListing(database, { title: payload, authorEmail: person.email })
      for (const path of ['/profile', '/update-profile', '/my-services', `/service-update/${id}`]) {
        await visit(page, path)
        await expectHarmless(page, problems)
      }
    }
  })

/** Names with a web address, such as `window.attacked`, are refused. */
const payloadWithoutAddress = scriptPayloads.find((payload) => payload.startsWith('<link'))

test('C1 payloads in emails show as text', async ({ page, accountSite, browser, signIn, database }) => {
  test.setTimeout(180_000)
  const plain = await browser.newPage()
  const problems = await watch(plain)
  const { mail, url } = accountSite
  const headers = { origin: url }
  await signIn({ isAdmin: true })
  const ids: string[] = []
  for (const [index, payload] of scriptPayloads.entries())
    ids.push(await createListing(database, { title: payload, authorEmail: `hidden-${index}@example.com` }))
  const decision = { decision: 'hide', ids, reason: scriptPayloads.join(' ').slice(0, 500) }
  expect((await page.request.post('/api/moderation/decide', { data: decision, headers })).status()).toBe(200)
  // The word tells this message from those that other tests sent to the same address.
  const name = `${payloadWithoutAddress} Heron`
  const message = { name, email: 'ann@example.org', message: scriptPayloads.join('\n') }
  expect((await page.request.post('/api/send-email', { data: message, headers })).status()).toBe(200)

  const expectText = async (address: string, texts: readonly string[], subjectPattern?: RegExp) => {
    const { html } = await mail.waitForEmail(address, subjectPattern)
    // Without the site's policy, so that only escaping protects.
    await plain.setContent(html)
    await expectHarmless(plain, problems)
    const shown = (await plain.locator('body').textContent()) ?? ''
    for (const text of texts) expect(shown).toContain(text)
  }
  await plain.goto('about:blank')
  for (const [index, payload] of scriptPayloads.entries())
    await expectText(`hidden-${index}@example.com`, [payload])
  await expectText(defaultSettings.contactEmail, scriptPayloads, /Heron/)
  await plain.close()
})

test('C3 a page whose data contains the end of a script hydrates', async ({ page, database }) => {
  const title = '</script><script>window.attacked=1</script><!-- \u2028'
  const id = await createListing(database, { title, description: `${title} ${title}` })
  const problems = await watch(page)
  await page.goto(`/ad-details/${id}`)
  await hydrated(page)
  await expectHarmless(page, problems)
  await page.getByRole('button', { name: 'Report Spam' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
