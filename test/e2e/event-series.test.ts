/** A series from the form on a phone to the calendar of someone who saved it. */
import { expect } from '@playwright/test'
import { sql } from 'kysely'
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
  postButton,
  postedPage,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'
import { uniqueTitle } from '../support/data/factories.ts'

test.use({ viewport: { width: 360, height: 740 }, timezoneId: 'America/New_York' })

test('a series is posted on a phone, and a canceled date reaches those who saved it and calendars', async ({
  page,
  request,
  api,
  database: { kysely },
  database,
  signIn,
  accountSite: { mail },
  allowConsole,
}) => {
  allowConsole(/400 \(Bad Request\)/)
  await signIn()
  const title = uniqueTitle('Tuesday quiz')
  await openForm(page, 'event')
  await choosePictures(page, ['phone.jpg'])
  await fillForm(page, 'event', { Title: title, 'Start Date': '2030-01-08', 'End Date': '2030-01-08' })
  await page.getByText('Add times').click()
  await label(page, 'Start Time').fill('19:30')
  await label(page, 'End Time').fill('21:00')
  await label(page, 'Doors Open').fill('19:00')
  await expect(page.getByText('Times are in Central Time, Austin.')).toBeVisible()
  await expect(label(page, 'Ends')).toBeHidden()
  await label(page, 'Repeats').selectOption('Weekly')
  await expect(page.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked()
  await label(page, 'Repeat Every (weeks)').fill('2')
  await label(page, 'Ends').selectOption('On a date')
  await label(page, 'Last Day').fill('2030-06-30')
  await label(page, 'Skip a date').fill('2030-02-05')
  await button(page, 'Skip this date').click()
  const words = 'Every second Tuesday until June 30, except February 5'
  const status = page.getByRole('status').filter({ hasText: words })
  await expect(status).toContainText('Tuesday, January 22, 2030; Tuesday, February 19, 2030')
  await expect(status).toContainText('and 8 more dates')
  await label(page, 'Repeats').selectOption('Daily')
  await label(page, 'Repeat Every (days)').fill('')
  await label(page, 'Last Day').fill('2035-06-30')
  await expect(page.getByText('That’s more than 400 dates.')).toBeVisible()
  await expectUploaded(page, 1)
  await page.reload()
  await expect(page.getByText('That’s more than 400 dates.'), 'from the draft').toBeVisible()
  await expect(label(page, 'Start Time')).toHaveValue('19:30')
  await button(page, postButton.event).click()
  await expect(page.getByText('This event would have more than 400 dates.').first()).toBeVisible()
  await label(page, 'Repeats').selectOption('Weekly')
  await label(page, 'Repeat Every (weeks)').fill('2')
  await label(page, 'Last Day').fill('2030-06-30')
  await expectAccessible(page, 'the form of a series')
  await expectUploaded(page, 1)
  await button(page, postButton.event).click()
  await expectToast(page, listings.event.posted)

  await expect(page).toHaveURL(postedPage.event)
  const id = new URL(page.url()).searchParams.get('posted') ?? ''
  const { email, profileId } = await createUser(database).then(async (saver) => {
    const { rows } = await sql<{ id: string }>`
      select id from profile where account_id = ${saver.accountId}`.execute(kysely)
    return { ...saver, profileId: rows[0]?.id ?? '' }
  })
  await sql`insert into saved_listing (profile_id, listing_id, known_price)
    values (${profileId}, ${id}, 0)`.execute(kysely)
  const calendar = async () => (await request.get(`/feeds/events/${id}.ics`)).text()
  const sequence = async () => Number(/^SEQUENCE:(\d+)/m.exec(await calendar())?.[1] ?? 0)
  const posted = await sequence()

  await visit(page, `/event-details/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Tuesday, January 8, 2030, 7:30 PM – 9:00 PM (Central Time)')).toBeVisible()
  await expect(main.getByText('Your time: January 8, 2030, 8:30 PM')).toBeVisible()
  await expect(main.getByText('Doors open at 7:00 PM')).toBeVisible()
  await expect(main.getByText(words)).toBeVisible()
  await expectAccessible(page, 'the page of a series')
  await page.getByRole('link', { name: 'Change Tuesday, January 22, 2030, 7:30 PM' }).click()
  await hydrated(page)
  await expectAccessible(page, 'the form that changes a date')
  await page.getByRole('radio', { name: 'Move it' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Cancel it' })).toBeChecked()
  await expect(label(page, 'Start Date')).toBeHidden()
  await button(page, 'Save change').click()
  await expectToast(page, 'Canceled.')
  const canceled = main.getByRole('listitem').filter({ hasText: 'Jan 22, 2030' })
  await expect(canceled).toContainText('Canceled')

  await sql`update event_change set due = clock_timestamp() where listing_id = ${id}`.execute(kysely)
  await sql`select graphile_worker.add_job('notify_of_event_changes')`.execute(kysely)
  const told = await mail.waitForEmail(email, /^Date canceled/)
  expect(told.text).toContain(
    'Canceled: Tuesday, January 22, 2030, 7:30 PM – 9:00 PM, doors 7:00 PM (Central Time)',
  )
  const about = mail.received.filter(
    ({ recipients, email: { subject = '' } }) => recipients.includes(email) && subject.includes(title),
  )
  expect(about).toHaveLength(1)
  expect(await sequence()).toBeGreaterThan(posted)
  const canceledDate = (await calendar()).split('BEGIN:VEVENT').find((text) => text.includes('RECURRENCE-ID'))
  expect.soft(canceledDate, 'the canceled date in the calendar').toMatch(/RECURRENCE-ID[^\r\n]*:2030012[23]T/)
  expect.soft(canceledDate).toContain('STATUS:CANCELLED')
  const { occurrence } = await api.getEvent({ params: { id }, query: {} })
  expect(occurrence.scheduled).toBe('2030-01-08')

  // A later part of the series gets another time. Editing the event shows that part, and keeps the earlier one.
  await visit(page, `/event-details/${id}/dates/2030-03-05`)
  await page.getByRole('radio', { name: 'This and all following ones' }).check()
  await label(page, 'Start Time').fill('20:00')
  await label(page, 'End Time').fill('22:00')
  await button(page, 'Save change').click()
  await expectToast(page, 'Moved.')
  await visit(page, `/event-update/${id}`)
  await expect(page.getByText('You’re editing those from March 5, 2030 on.')).toBeVisible()
  await expect(label(page, 'Start Date')).toHaveValue('2030-03-05')
  await expect(label(page, 'Start Time')).toHaveValue('20:00')
  await label(page, 'End Time').fill('22:30')
  await label(page, 'Availability').selectOption('Available')
  await button(page, 'Update Event').click()
  await expectToast(page, listings.event.updated)
  const dates = await api.listOccurrences({ params: { id }, query: {} })
  expect(
    dates
      .filter(({ scheduled }) => scheduled > '2030-02-01' && scheduled < '2030-04-01')
      .map(({ scheduled, startTime, endTime }) => `${scheduled} ${startTime}-${endTime}`),
  ).toEqual(['2030-02-19 19:30-21:00', '2030-03-05 20:00-22:30', '2030-03-19 20:00-22:30'])
})
