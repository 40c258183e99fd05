/** The queue of everything that waits for admins: by keyboard, and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import {
  createReportedListing,
  dialog,
  expectToast,
  row,
  rows,
  statusOf,
  uniqueEmail,
} from '../support/browser/dashboard.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'

/** Adds a message of this person that waits for an admin. */
async function holdMessage({ kysely }: Database, email: string, text = 'Buy gold now'): Promise<void> {
  const [conversation, id] = [uuid(), uuid()]
  await sql`insert into conversation (id, listing_title) values (${conversation}, 'Piano')`.execute(kysely)
  await sql`insert into conversation_participant (conversation_id, role, profile_id)
    select ${conversation}, 'sender', id from profile where email = ${email}`.execute(kysely)
  await sql`
    insert into conversation_message (id, conversation_id, role, text, channel, fingerprint, held)
    values (${id}, ${conversation}, 'sender', ${text}, 'site', ${Buffer.from(id)}, true)`.execute(kysely)
}

/** A person with two reported ads and a held message, and the queue with only these. */
async function createCases(database: Database) {
  const { email } = await createUser(database, { email: uniqueEmail('author'), name: 'Vera Novak' })
  const first = await createReportedListing(database, { authorEmail: email, title: 'Piano lessons' }, [
    { daysAgo: 2 },
  ])
  await createReportedListing(database, { authorEmail: email, title: 'Cheap watches' }, [{ daysAgo: 1 }])
  await holdMessage(database, email)
  return { email, first, address: `/admin?tab=queue&search=${encodeURIComponent(email)}` }
}

/** Adds a conversation in which both people reported the other one. */
async function reportConversation({ kysely }: Database, people: string[]): Promise<void> {
  const conversation = uuid()
  await sql`insert into conversation (id, listing_title) values (${conversation}, 'Piano')`.execute(kysely)
  for (const [at, role] of ['sender', 'author'].entries()) {
    await sql`insert into conversation_participant (conversation_id, role, profile_id)
      select ${conversation}, ${role}, id from profile where email = ${people[at]}`.execute(kysely)
    await sql`insert into conversation_report (conversation_id, role, reason, note)
      values (${conversation}, ${role}, 'spam', '')`.execute(kysely)
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
async function suspensionOf({ kysely }: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select suspension_reason as reason from account where email = ${email}`.execute(kysely)
  return rows[0]?.reason
}

test('an admin decides a report, a suspension, and a held message by keyboard', async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const { email, first, address } = await createCases(database)
  await visit(page, address)
  await expect(rows(page)).toHaveCount(3)
  const { keyboard } = page
  await keyboard.press('a')
  await expectToast(page, 'Press j to go to a case first.')
  await keyboard.press('j')
  await expect(heading(page, 'Piano lessons')).toBeFocused()
  await keyboard.press('j')
  await expect(heading(page, 'Cheap watches')).toBeFocused()
  await keyboard.press('k')
  await expect(heading(page, 'Piano lessons')).toBeFocused()
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Decide by keyboard' })).toContainText('Go to the next case')
  await expectAccessible(page, 'with the keys')
  // Keys of the queue do nothing behind a dialog.
  await keyboard.press('a')
  await keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(3)
  await keyboard.press('a')
  await expectToast(page, 'Service Approved')
  await expect(rows(page)).toHaveCount(2)
  expect(await statusOf(database, first)).toBe('active')

  // The focus went on with the case that follows.
  await keyboard.press('s')
  await dialog(page).getByLabel('Reason').focus()
  await keyboard.type('Spam jkah?')
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Spam jkah?')
  // Past how long it lasts, and Cancel.
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expectToast(page, 'Account suspended.')
  expect(await suspensionOf(database, email)).toBe('Spam jkah?')
  await expect(row(page, 'Cheap watches').getByText('Suspended', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').last().focus()
  await keyboard.type('jh')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('searchbox').last().fill(email)
  await heading(page, 'Vera Novak').focus()
  await expect(row(page, 'Buy gold now')).toContainText('Held message')
  await keyboard.press('h')
  await expect(dialog(page)).toContainText('its sender is not told')
  await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await expectToast(page, 'Message deleted.')
  await expect(rows(page)).toHaveCount(1)
})

test('the keys can be turned off, and stay off in this browser', async ({ page, signIn, database }) => {
  await signIn({ isAdmin: true })
  const { address } = await createCases(database)
  await visit(page, address)
  const keys = page.getByRole('checkbox', { name: 'Use these keys in this browser' })
  const openKeys = () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const expectKeys = async (work: boolean) => {
    await page.keyboard.press('j')
    const first = expect(heading(page, 'Piano lessons'))
    await (work ? first : first.not).toBeFocused()
    await page.keyboard.press('?')
    await expect(dialog(page)).toHaveCount(work ? 1 : 0)
  }
  await openKeys()
  await keys.uncheck()
  await page.keyboard.press('Escape')
  await expectKeys(false)
  await page.reload()
  await hydrated(page)
  await expectKeys(false)
  await openKeys()
  await keys.check()
  await page.keyboard.press('Escape')
  await expectKeys(true)
})

test('no content makes the queue wider than a phone', async ({
  page,
  browser,
  baseURL,
  signIn,
  database,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn({ isAdmin: true })
  const colleague = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn({ isAdmin: true, email: uniqueEmail('w'.repeat(40)) }, colleague)
  const [long, longer] = ['W'.repeat(60), 'W'.repeat(200)]
  const people = [uniqueEmail('v'.repeat(40)), uniqueEmail('x'.repeat(40))]
  const [email = ''] = people
  for (const person of people) await createUser(database, { email: person, name: long })
  await reportConversation(database, people)
  await holdMessage(database, email, longer)
  for (const kind of ['service', 'event'] as const)
    await createReportedListing(
      database,
      {
        kind,
        authorEmail: email,
        title: long,
        description: longer,
      },
      [{ note: longer, by: people[1] ?? '' }, { reason: 'other' }, { reason: 'scam' }],
    )
  const address = `/admin?tab=queue&search=${encodeURIComponent(email)}`
  await visit(page, address)
  await expect(page.getByRole('button', { name: `Suspend ${long} ${people[1]}` })).toBeVisible()
  for (const item of await rows(page).all()) {
    const id = await item.getAttribute('data-case')
    const headers = { origin: new URL(page.url()).origin }
    expect((await colleague.request.put(`/api/moderation/case-view/${id}`, { headers })).ok()).toBe(true)
  }
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('is also viewing this')).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  for (const details of await rows(page).locator('details:not(.without-script) summary').all()) {
    await details.click()
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await overflow(page), `at ${width} pixels`).toBe(0)
    }
  }
  await colleague.close()
})

test('without scripts, former addresses lead to the queue, and forms decide and suspend', async ({
  browser,
  baseURL,
  signIn,
  database,
}) => {
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await signIn({ isAdmin: true }, plain)
  const { email, first } = await createCases(database)
  const page = await plain.newPage()
  await page.goto(`/admin?tab=reported-services&search=${encodeURIComponent(email)}`)
  expect(new URL(page.url()).search).toBe(`?tab=queue&status=service&search=${encodeURIComponent(email)}`)
  const piano = row(page, 'Piano lessons')
  await piano.getByText('Decide').click()
  await piano.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Please choose or write a reason.')).toBeVisible()
  await page.goBack()
  await piano.getByText('Decide').click()
  await piano.getByLabel('Reason').first().fill('A copy of another ad.')
  await piano.getByRole('button', { name: 'Hide' }).click()
  await expect(page).toHaveURL('/admin?tab=queue&status=service&done=saved')
  await expect(page.getByText('Done. You can undo most decisions in the log.')).toBeVisible()
  expect(await statusOf(database, first)).toBe('hidden')

  await page.goto(`/admin?tab=queue&search=${encodeURIComponent(email)}`)
  await expect(rows(page)).toHaveCount(2)
  const held = row(page, 'Buy gold now')
  await held.getByText('Decide').click()
  await expect(held.getByLabel('Reason').first()).toHaveAccessibleDescription(
    /^Optional\. Only admins see it/,
  )
  await expect(held).toContainText('its sender is not told. This can’t be undone.')
  await held.getByLabel('Reason').last().fill('Spam to many.')
  await held.getByRole('button', { name: `Suspend ${email}` }).click()
  await expect(page).toHaveURL('/admin?tab=queue&done=saved')
  expect(await suspensionOf(database, email)).toBe('Spam to many.')
  await plain.close()
})
