/** The site's own fields of ads: in the form, in drafts and conflicts, and on the pages that show them. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { type ListingField, plainField } from '../../src/shared/listing-fields/field.ts'
import { listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  postedPage,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([key, label]) => ({ key, label, retired: key === 'expert' }))

/** Fields of drum lessons only: other tests post other ads. */
const drumFields: Omit<ListingField, 'topics'>[] = [
  {
    ...plainField,
    key: 'skill_level',
    label: 'Skill level',
    help: 'Of your students.',
    type: 'choice',
    kinds: ['service'],
    required: true,
    choices: choices({ beginner: 'Beginner', advanced: 'Advanced', expert: 'Expert' }),
    shownOn: ['card', 'details', 'flyer'],
  },
  { ...plainField, key: 'drum_kit', label: 'Drum kit', type: 'text', kinds: ['service'], max: 30 },
  { ...plainField, key: 'method', label: 'Method', type: 'long-text', kinds: ['service'] },
  { ...plainField, key: 'deposit', label: 'Deposit', type: 'money', kinds: ['service'] },
  { ...plainField, key: 'first_lesson', label: 'First lesson', type: 'date', kinds: ['service'] },
  { ...plainField, key: 'videos', label: 'Videos', type: 'url', kinds: ['service'] },
  { ...plainField, key: 'studio', label: 'Studio phone', type: 'phone', kinds: ['service'] },
  {
    ...plainField,
    key: 'parking',
    label: 'Parking code',
    type: 'text',
    kinds: ['service'],
    audience: 'signed-in',
  },
]

test.beforeAll(async ({ database: { kysely } }) => {
  const { rows } = await sql<{ id: number }>`select id from subcategory where name = 'Drum Lessons'`.execute(
    kysely,
  )
  for (const field of drumFields) {
    const definition = JSON.stringify({ ...field, topics: rows.map(({ id }) => String(id)) })
    await sql`
      insert into listing_field (key, definition) values (${field.key}, ${definition}::jsonb)
      on conflict (key) do nothing`.execute(kysely)
  }
})

const drums = { Subcategory: 'Drum Lessons' }
const fieldsOf = async ({ kysely }: Database, id: string) =>
  (await kysely.selectFrom('listing').select('fields').where('id', '=', id).executeTakeFirstOrThrow()).fields

async function fillFields(page: Page) {
  await label(page, 'Comes to you').check()
  await label(page, 'Online').check()
  await label(page, 'Travels up to (mi)').fill('15')
  await label(page, 'Experience (years)').fill('5')
  await label(page, 'Licensed or insured').selectOption('Yes')
  await label(page, 'Skill level').selectOption('Beginner')
  await label(page, 'Drum kit').fill('Yamaha')
  await label(page, 'Method').fill('First the feet,\nthen the hands.')
  await label(page, 'Deposit').fill('$1,200.50')
  await label(page, 'First lesson').fill('2030-05-04')
  await label(page, 'Videos').fill('https://example.com/drums')
  await label(page, 'Studio phone').fill('(512) 555-0142')
  await label(page, 'Parking code').fill('4711')
}

const saved = {
  travel: ['home', 'online'],
  distance: 15,
  years: 5,
  licensed: true,
  skill_level: 'beginner',
  drum_kit: 'Yamaha',
  method: 'First the feet,\nthen the hands.',
  deposit: 1200.5,
  first_lesson: '2030-05-04',
  videos: 'https://example.com/drums',
  studio: '(512) 555-0142',
  parking: '4711',
}

test('posts an ad with fields, which its pages show to those who may see them', async ({
  page,
  browser,
  signIn,
  database,
}) => {
  await signIn()
  await openForm(page, 'service')
  // Fields of a topic appear once it is chosen; fields of all topics are there from the start.
  await expect(label(page, 'Experience (years)')).toBeVisible()
  await expect(label(page, 'Skill level')).toBeHidden()
  await fillForm(page, 'service', drums)
  await expect(label(page, 'Skill level').locator('option')).toHaveText(['Choose', 'Beginner', 'Advanced'])
  await label(page, 'Experience (years)').fill('81')
  await label(page, 'Videos').fill('not an address')
  await button(page, 'Post Service').click()
  for (const [name, sentence] of [
    ['Experience (years)', 'Experience can be at most 80 years.'],
    ['Skill level', 'Please choose: Skill level.'],
    ['Videos', 'Please enter a web address for Videos, such as https://example.com.'],
  ] as const)
    await expect(label(page, name)).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(label(page, 'Experience (years)')).toBeFocused()
  await expectAccessible(page, 'the form with fields and errors')

  await fillFields(page)
  // What a change of the category hides comes back with it.
  await label(page, 'Category').selectOption('Pet Services')
  await expect(label(page, 'Drum kit')).toBeHidden()
  await label(page, 'Category').selectOption('Music & Performing Arts')
  await label(page, 'Subcategory').selectOption('Drum Lessons')
  await expect(label(page, 'Drum kit')).toHaveValue('Yamaha')
  await expect(label(page, 'Skill level')).toHaveValue('beginner')

  await button(page, 'Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('article').first()).toContainText('Beginner')
  await expect(preview).toContainText('Travels up to')
  await expect(preview).toContainText('15 mi')
  await expect(preview).not.toContainText('4711')
  await expectAccessible(page, 'the preview with fields')
  await page.keyboard.press('Escape')

  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  await expect(page).toHaveURL(postedPage.service)
  const id = new URL(page.url()).searchParams.get('posted') ?? ''
  expect(await fieldsOf(database, id)).toEqual(saved)

  await visit(page, `/ad-details/${id}`)
  const facts = page.getByRole('region', { name: 'Details' })
  for (const text of ['Comes to you, Online', '15 mi', '5 years', 'Beginner', '$1,200.50', '4711'])
    await expect(facts).toContainText(text)
  await expect(facts.getByRole('link', { name: 'example.com/drums' })).toHaveAttribute('rel', /nofollow ugc/)
  await expect(facts.getByRole('link', { name: '(512) 555-0142' })).toHaveAttribute('href', 'tel:5125550142')
  await expectAccessible(page, 'an ad with fields')

  const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const reply = await visitor.request.get(`/ad-details/${id}`)
  const html = await reply.text()
  expect(html).not.toContain('4711')
  expect(html).not.toContain('Parking code')
  const [, json = ''] =
    /<script type="application\/ld\+json">(\{"@context":"[^"]*","@type":"Service".*?)<\/script>/.exec(html) ??
    []
  expect(JSON.parse(json).offers.additionalProperty).toContainEqual({
    '@type': 'PropertyValue',
    propertyID: 'years',
    name: 'Experience',
    value: '5 years',
  })
  const plain = await visitor.newPage()
  await plain.goto(`/ad-details/${id}`)
  await expect(plain.getByRole('region', { name: 'Details' })).toContainText('Comes to you, Online')
  await plain.goto('/all-services?subcategory=Drum+Lessons&category=Music+%26+Performing+Arts')
  await expect(plain.getByRole('article').filter({ hasText: 'Piano lessons' }).first()).toContainText(
    'Beginner',
  )
  await visitor.close()
})

test('posts an event with fields, and finds it by them', async ({ page, signIn, database }) => {
  await signIn()
  await openForm(page, 'event')
  await choosePictures(page, ['phone.jpg'])
  await fillForm(page, 'event')
  await label(page, 'Teens').check()
  await label(page, 'Outdoors').check()
  await label(page, 'Wheelchair access').selectOption('Yes')
  await expectUploaded(page, 1)
  await button(page, 'Post Event').click()
  await expect(page).toHaveURL(postedPage.event)
  const id = new URL(page.url()).searchParams.get('posted') ?? ''
  expect(await fieldsOf(database, id)).toEqual({ ages: ['teens'], setting: ['outdoors'], wheelchair: true })

  await visit(page, '/all-events?category=Music+%26+Performing+Arts')
  await page
    .getByRole('group', { name: 'Age group' })
    .getByLabel(/^Teens/)
    .check()
  await page.getByRole('group', { name: 'Wheelchair access' }).getByLabel(/^Yes/).check()
  await button(page, 'Apply Filter').click()
  await expect(page).toHaveURL(/[?&]f\.wheelchair=yes(&|$)/)
  const ad = page.locator(`a[href^="/event-details/${id}"]`).first()
  await expect(ad).toBeVisible()
  await page.goto(`${page.url()}&f.setting=indoors`)
  await expect(page.getByRole('link', { name: 'Remove filter Indoors or outdoors: Indoors' })).toBeVisible()
  await expect(ad).toHaveCount(0)
})

test('explains a refused value at its filter, and keeps what was typed', { tag: '@slow' }, async ({
  page,
}) => {
  await visit(page, '/all-services?category=Pet+Services&f.years.min=1e3&f.years.max=')
  const years = page.getByLabel('Experience (years) from')
  await expect(years).toHaveValue('1e3')
  await expect(years).toHaveAccessibleDescription('Enter a number such as 5.')
  await expectAccessible(page, 'a list with a refused filter of a field')
  await years.fill('5')
  await years.press('Enter')
  await expect(page).toHaveURL(/[?&]f\.years=5-(&|$)/)
  await page.getByRole('link', { name: 'Remove filter Experience: 5 years or more' }).click()
  await expect(years).toHaveValue('')
})

test('shows a checked choice far down a long list, and drops fields with their category', {
  tag: '@slow',
}, async ({ page }) => {
  await visit(page, '/all-services?category=Pet+Services')
  const languages = page.getByRole('group', { name: 'Languages spoken' })
  await expect(languages.getByLabel(/^Ukrainian/)).toBeHidden()
  await languages.getByText('11 more').click()
  await languages.getByLabel(/^Ukrainian/).check()
  await button(page, 'Apply Filter').click()
  await expect(page).toHaveURL(/[?&]f\.languages=uk(&|$)/)
  await visit(page, page.url())
  await expect(languages.getByLabel(/^Ukrainian/)).toBeVisible()
  await expect(languages.getByLabel(/^Ukrainian/)).toBeChecked()
  await label(page, 'Category').selectOption('Any category')
  await button(page, 'Apply Filter').click()
  await expect(label(page, 'Category')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0)
  await expect(page.getByText('does not filter this list')).toHaveCount(0)
  const [category] = await (await page.request.get('/api/categories')).json()
  await visit(page, `/category/${category._id}?f.languages=uk`)
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('href', /^(?!.*languages)/)
})

test('edits fields, and keeps a retired choice of the ad', async ({ page, signIn, database }) => {
  const { email } = await signIn()
  const id = await createDrumLessons(database, email, { ...saved, skill_level: 'expert' })
  await visit(page, `/service-update/${id}`)
  await expect(label(page, 'Comes to you')).toBeChecked()
  await expect(label(page, 'At their place')).not.toBeChecked()
  await expect(label(page, 'Deposit')).toHaveValue('1200.5')
  await expect(label(page, 'Skill level').locator('option:checked')).toHaveText('Expert')
  await label(page, 'Comes to you').uncheck()
  await label(page, 'Experience (years)').fill('')
  await label(page, 'Licensed or insured').selectOption('No')
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
  const { years: _, ...rest } = saved
  expect(await fieldsOf(database, id)).toEqual({
    ...rest,
    travel: ['online'],
    licensed: false,
    skill_level: 'expert',
  })
})

test('keeps fields in the draft, and starts over without them', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service', drums)
  await fillFields(page)
  // Hidden when the draft is saved.
  await label(page, 'Category').selectOption('Pet Services')
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-form-bar]')).toContainText('Draft restored')
  await expect(label(page, 'Experience (years)')).toHaveValue('5')
  await expect(label(page, 'Comes to you')).toBeChecked()
  await expect(label(page, 'At their place')).not.toBeChecked()
  await label(page, 'Category').selectOption('Music & Performing Arts')
  await label(page, 'Subcategory').selectOption('Drum Lessons')
  await expect(label(page, 'Parking code')).toHaveValue('4711')
  await button(page, 'Start over').click()
  await expect(label(page, 'Experience (years)')).toHaveValue('')
  await expect(label(page, 'Comes to you')).not.toBeChecked()
})

test('resolves a conflict of fields', { tag: '@slow' }, async ({ page, signIn, database, allowStatus }) => {
  allowStatus(409)
  const { email } = await signIn()
  const id = await createDrumLessons(database, email, saved)
  await visit(page, `/service-update/${id}`)
  const theirs = JSON.stringify({ ...saved, travel: ['place'], years: 8, drum_kit: 'Pearl' })
  await sql`update listing set fields = ${theirs}::jsonb, version = version + 1 where id = ${id}`.execute(
    database.kysely,
  )
  await label(page, 'Drum kit').fill('Tama')
  await label(page, 'Method').fill('Listening first.')
  await button(page, 'Update Service').click()
  const dialog = page.getByRole('dialog', { name: 'Someone else edited this ad' })
  await expect(dialog.getByRole('group')).toHaveCount(3)
  await expect(dialog.getByRole('group', { name: 'Where it happens' })).toContainText('At their place')
  await expect(dialog.getByRole('group', { name: 'Experience' })).toContainText('8 years')
  await expect(
    dialog.getByRole('group', { name: 'Drum kit' }).getByRole('radio', { name: 'Yours' }),
  ).toBeChecked()
  await dialog.getByRole('button', { name: 'Apply to form' }).click()
  await expect(label(page, 'At their place')).toBeChecked()
  await expect(label(page, 'Comes to you')).not.toBeChecked()
  await expect(label(page, 'Experience (years)')).toHaveValue('8')
  await expect(label(page, 'Drum kit')).toHaveValue('Tama')
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
  expect(await fieldsOf(database, id)).toEqual({
    ...saved,
    travel: ['place'],
    years: 8,
    drum_kit: 'Tama',
    method: 'Listening first.',
  })
})

test('without scripts, the form shows what an ad has', async ({ page, browser, signIn, database }) => {
  const { email } = await signIn()
  const id = await createDrumLessons(database, email, saved)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: test.info().project.use.baseURL,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await visit(page, `/service-update/${id}`)
  await plain.goto(page.url())
  await expect(plain.getByText('Posting and editing ads needs JavaScript.')).toBeVisible()
  await expect(label(plain, 'Drum kit')).toHaveValue('Yamaha')
  await expect(label(plain, 'Comes to you')).toBeChecked()
  await context.close()
})

async function createDrumLessons(database: Database, authorEmail: string, fields: object): Promise<string> {
  const id = await createListing(database, {
    authorEmail,
    category: 'Music & Performing Arts',
    subcategory: 'Drum Lessons',
  })
  await sql`update listing set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(
    database.kysely,
  )
  return id
}
