/** Events of one's own calendar: reviewing, posting, and dismissing them, and changes after posting. */
import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { button, choosePictures, expectUploaded, label, postedPage } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { calendarEvent, createImportedCalendar } from '../support/data/imported-calendars.ts'

test('an event of a calendar is posted, and a later change is reviewed', async ({
  page,
  browser,
  context,
  baseURL,
  database,
  signIn,
  allowStatus,
}) => {
  const { accountId } = await signIn({ name: 'Rosa Delgado' })
  const later = calendarEvent({ title: 'Spring market', startsAt: '2099-02-01T00:00:00.000Z' })
  const market = calendarEvent({ rule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=4', exceptions: ['2099-01-17'] })
  const { events } = await createImportedCalendar(database, accountId, [market, later])

  await visit(page, '/my-events')
  await page.getByRole('link', { name: 'Import a calendar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imported calendars')
  await expectAccessible(page, 'imported calendars')

  // A bad address is explained at its field, and so is the missing confirmation.
  allowStatus(400)
  await label(page, 'Address of your calendar').fill('http://localhost/private.ics')
  await button(page, 'Import calendar').click()
  await expect(page.getByText('Please confirm that this is your calendar.')).toBeVisible()
  await page.getByLabel('I own this calendar').check()
  await button(page, 'Import calendar').click()
  await expect(page.getByText('We can’t read this address.')).toBeVisible()

  // A file is read at once. What cannot be read is said.
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:fair',
    'SUMMARY:Street fair',
    'DTSTART:20990301T190000Z',
  ]
  const broken = [
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Broken fair',
    'DTSTART:soon',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const buffer = Buffer.from([...lines, ...broken, ''].join('\r\n'))
  const file = { name: 'fair.ics', mimeType: 'text/calendar', buffer }
  await button(page, 'Upload file').click()
  await expect(page.getByText('Please choose the file of a calendar')).toBeVisible()
  await label(page, 'Calendar file').setInputFiles(file)
  await button(page, 'Upload file').click()
  await expect(page.getByText('1 event is ready under “To review”.')).toContainText(
    '1 not imported: Broken fair – We couldn’t read its start, “soon”.',
  )
  await expect(page.getByText('To review (3)')).toBeVisible()
  await expect(page.getByText('1 event read.')).toBeVisible()
  await expectAccessible(page, 'imported calendars with files')

  await page.getByRole('link', { name: 'Review and post Imported market' }).click()
  await expect(label(page, 'Title')).toHaveValue('Imported market')
  await expect(label(page, 'Description')).toHaveValue('From the calendar.')
  await expect(label(page, 'State')).toHaveValue('Texas')
  await expect(label(page, 'City')).toHaveValue('Austin')
  await expect(label(page, 'Start Date')).toHaveValue('2099-01-10')
  await expect(page.getByText('Filled in from your calendar.')).toBeVisible()
  await expect(label(page, 'Start Time')).toHaveValue('19:00')
  await expect(label(page, 'End Time')).toHaveValue('21:30')
  await expect(page.getByText('Every Saturday, 4 times, except January 17')).toBeVisible()
  await expect(label(page, 'Venue Name')).toHaveValue('Blue Hall')
  await expect(label(page, 'Venue Name')).toBeVisible()
  await expect(label(page, 'Street Address')).toHaveValue('12 Main St')
  await label(page, 'Price').fill('5')
  await label(page, 'Category').selectOption('Music & Performing Arts')
  await label(page, 'Subcategory').selectOption('Piano Lessons')
  await choosePictures(page, ['alpha.png'])
  await expectUploaded(page, 1)
  await button(page, 'Post Event').click()
  await expect(page).toHaveURL(postedPage.event)

  await visit(page, '/imported-calendars')
  await expect(page.getByText('To review (2)')).toBeVisible()
  await page.getByText('Posted (1)').click()
  await expect(page.getByRole('link', { name: 'Imported market' })).toBeVisible()

  // The calendar changes. The ad changes only once its author saves it.
  await sql`update imported_event set hash = 'changed', content = content || '{"title": "Late market"}'
    where id = ${events[0]}`.execute(database.kysely)
  await page.reload()
  await expect(page.getByText('Changed in your calendar')).toBeVisible()
  await page.getByRole('link', { name: 'Review changes Late market' }).click()
  await expect(label(page, 'Title')).toHaveValue('Late market')
  await expect(label(page, 'Price')).toHaveValue('5')
  await label(page, 'Availability').selectOption('Available')
  await button(page, 'Update Event').click()
  await expect(page).toHaveURL(/\/my-events$/)
  await expect(page.getByText('Late market').first()).toBeVisible()
  await visit(page, '/imported-calendars')
  await expect(page.getByText('Posted (1)')).toBeVisible()

  // Without scripts.
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    ...(baseURL && { baseURL }),
  })
  const plainPage = await plain.newPage()
  await plainPage.goto('/imported-calendars')
  await label(plainPage, 'Calendar file').setInputFiles(file)
  await button(plainPage, 'Upload file').click()
  await expect(plainPage.getByText('File read.')).toBeVisible()
  await button(plainPage, 'Dismiss').first().click()
  await plainPage.getByText('Dismissed (1)').click()
  await button(plainPage, 'Restore').click()
  await expect(plainPage.getByText('To review (2)')).toBeVisible()
  await button(plainPage, 'Remove').first().click()
  await expect(plainPage.getByText('Calendar removed.')).toBeVisible()
  await plain.close()
})
