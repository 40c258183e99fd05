/** Every control that a page shows before its code has loaded: what was entered and pressed then is what is sent. */
import { expect, type Page, type Request } from '@playwright/test'
import { sql } from 'kysely'
import { createReportedListing, uniqueEmail } from '../support/browser/dashboard.ts'
import { holdCode, hydrated, searchFieldIn } from '../support/browser/journey.ts'
import { button, expectUploaded, label } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'
import { writePictures } from '../support/data/pictures.ts'
import { createSeries } from '../support/data/series.ts'

/** Opens a page, uses it before its code has loaded, and waits until it has. */
async function useEarly(page: Page, path: string, use: () => Promise<unknown>) {
  const release = await holdCode(page)
  await page.goto(path)
  await use()
  release()
  await hydrated(page)
}

/** Returns the body of the request that `act` causes. */
async function bodySent(page: Page, path: RegExp, act: () => Promise<unknown>): Promise<unknown> {
  const isWrite = (request: Request) => request.method() !== 'GET' && path.test(request.url())
  const [request] = await Promise.all([page.waitForRequest(isWrite), act()])
  return request.postDataJSON()
}

const main = (page: Page) => page.getByRole('main')

test('a visitor uses each control early', async ({ page, database, allowConsole }) => {
  // Nobody signs up with this address.
  allowConsole(/status of 4/)
  const title = uniqueTitle('Piano lessons')
  const id = await createListing(database, { title })

  await test.step('search in the header', async () => {
    const field = searchFieldIn(page.getByRole('banner'))
    await useEarly(page, '/about', () => field.fill('piano'))
    await field.press('Enter')
    await expect(page).toHaveURL('/search?searchtext=piano')
  })

  await test.step('filters of a list', async () => {
    await useEarly(page, '/all-events', async () => {
      await page.getByRole('searchbox', { name: 'Search by title' }).fill('market')
      await label(page, 'Category').selectOption('Pet Services')
      await label(page, 'Near').fill('Austin, Texas')
      await label(page, 'Within').selectOption('10 mi')
      await label(page, 'Price from').fill('5')
      await main(page).getByRole('checkbox', { name: 'With pictures' }).check()
      await label(page, 'When').selectOption('This weekend')
    })
    await button(page, 'Apply Filter').click()
    await expect(page).toHaveURL(
      /searchtext=market&category=Pet\+Services&near=Austin%2C\+Texas&within=10&price_min=5&pictures=true&when=weekend/,
    )
  })

  await test.step('order of a list', async () => {
    await useEarly(page, '/all-services', () => label(page, 'Sort by').selectOption('Price: low to high'))
    await expect(page).toHaveURL('/all-services?sort=price-asc')
  })

  await test.step('heart', async () => {
    const heart = main(page).getByRole('button', { name: `Save ${title}` })
    await useEarly(page, `/ad-details/${id}`, () => heart.click())
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('report', async () => {
    await useEarly(page, `/ad-details/${id}`, () => button(page, 'Report Spam').click())
    const dialog = page.getByRole('dialog', { name: 'Report Spam' })
    await dialog.getByLabel('Scam or fraud').check()
    const send = () => dialog.getByRole('button', { name: 'Send report' }).click()
    expect(await bodySent(page, /report/, send)).toEqual({ reason: 'scam', note: '' })
  })

  await test.step('message', async () => {
    const message = { name: 'Ann', email: 'ann@example.com', text: 'Is Tuesday possible?' }
    await useEarly(page, `/ad-details/${id}/message`, async () => {
      await label(page, 'Name').fill(message.name)
      await label(page, 'Email').fill(message.email)
      await label(page, 'Message').fill(message.text)
    })
    const send = () => button(page, 'Send message').click()
    expect(await bodySent(page, /message-author/, send)).toMatchObject(message)
  })

  await test.step('contact', async () => {
    const message = { name: 'Ann', email: 'ann@example.com', message: 'Where is the market?' }
    await useEarly(page, '/contact', async () => {
      await label(page, 'Name').fill(message.name)
      await label(page, 'Email').fill(message.email)
      await label(page, 'Message').fill(message.message)
    })
    const send = () => button(page, 'Send message').click()
    expect(await bodySent(page, /send-email/, send)).toMatchObject(message)
  })

  await test.step('sign-up', async () => {
    const account = { name: 'Ann', email: uniqueEmail('ann'), password: 'a blue heron walks at noon' }
    await useEarly(page, '/signup', async () => {
      await label(page, 'Name').fill(account.name)
      await label(page, 'Email').fill(account.email)
      await label(page, 'Password').fill(account.password)
      await page.getByRole('checkbox').check()
      await button(page, 'Show').click()
    })
    await expect(label(page, 'Password')).toHaveAttribute('type', 'text')
    const send = () => button(page, 'Sign Up').click()
    expect(await bodySent(page, /sign-up/, send)).toMatchObject(account)
  })

  await test.step('forgotten password', async () => {
    await useEarly(page, '/signin', async () => {
      await label(page, 'Email').fill('ann@example.com')
      await page.getByRole('link', { name: 'Forgot Password' }).click()
    })
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('ann@example.com')
  })
})

test(
  'someone who is signed in uses each control early',
  { tag: '@slow' },
  async ({ page, database, signIn }, testInfo) => {
    const { email } = await signIn()

    await test.step('date of a series', async () => {
      const id = await createSeries(database, {
        startDate: '2199-11-05',
        rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
      })
      await sql`update event_occurrence set canceled = now() where listing_id = ${id} and scheduled in ('2199-11-05', '2199-11-19')`.execute(
        database.kysely,
      )
      const dates = page.getByRole('region', { name: 'Who’s going' }).getByLabel('Date')
      await useEarly(page, `/event-details/${id}`, async () => {
        await expect(dates).toHaveValue('2199-11-12')
        await expect(dates.getByRole('option', { name: '(canceled)' })).toHaveCount(2)
        await expect(dates.getByRole('option', { name: '(canceled)' }).first()).toBeDisabled()
        await dates.selectOption('2199-11-26')
        await page.getByLabel('Show my name').check()
      })
      // The code of this part loads later than that of the page.
      await expect(page.locator('[data-unloaded] #attendance')).toHaveCount(0)
      const going = page.getByRole('button', { name: 'Going', exact: true })
      const body = await bodySent(page, /attendance$/, () => going.click())
      expect(body).toEqual({ state: 'going', date: '2199-11-26', showName: true })
      await expect(dates).toHaveValue('2199-11-26')
      await expect(dates.locator('option:checked')).toContainText('(going)')
      await expect(going).toHaveAttribute('aria-pressed', 'true')
    })

    await test.step('new event', async () => {
      const files = await writePictures(testInfo.outputPath(), ['small.jpg'])
      await useEarly(page, '/post-events', async () => {
        await label(page, 'Images').setInputFiles(files)
        await label(page, 'Title').fill('Tuesday quiz')
        await label(page, 'Category').selectOption('Pet Services')
        await label(page, 'Price').fill('5')
        await label(page, 'Unit').selectOption('per person')
        await label(page, 'Description').fill('Six rounds, and a prize.')
        await label(page, 'Start Date').fill('2030-01-08')
        await label(page, 'End Date').fill('2030-01-08')
        await label(page, 'Repeats').selectOption('Weekly')
        await page.getByText('Venue', { exact: true }).click()
        await label(page, 'Attendance').selectOption('Online')
        await label(page, 'Teens').check()
        await label(page, 'Adults').check()
        await label(page, 'Wheelchair access').selectOption('No')
        await page.getByRole('checkbox', { name: 'Hide my contact info' }).check()
      })
      await label(page, 'Subcategory').selectOption('Dog Walking')
      await expect(label(page, 'Ends')).toBeVisible()
      await label(page, 'Online Link').fill('https://example.com/room')
      await expectUploaded(page, 1)
      const body = await bodySent(page, /service|event/, () => button(page, 'Post Event').click())
      expect(body).toMatchObject({
        title: 'Tuesday quiz',
        subcategory: 'Dog Walking',
        price: 5,
        description: 'Six rounds, and a prize.',
        startDate: '2030-01-08',
        schedule: { rule: expect.stringContaining('WEEKLY') },
        attendance_mode: 'online',
        images: [expect.any(String)],
        fields: { ages: ['teens', 'adults'], wheelchair: false },
      })
    })

    await test.step('text that the page already had', async () => {
      const id = await createListing(database, { authorEmail: email, title: 'Piano lessons' })
      await useEarly(page, `/service-update/${id}`, () =>
        label(page, 'Description').fill('For children, too.'),
      )
      await expect(label(page, 'Description')).toHaveValue('For children, too.')
      const body = await bodySent(page, /service/, () => button(page, 'Update Service').click())
      expect(body).toMatchObject({ description: 'For children, too.' })
    })

    await test.step('profile', async () => {
      await sql`update profile set bio = 'I teach.', address = 'Elm Street' where email = ${email}`.execute(
        database.kysely,
      )
      await useEarly(page, '/update-profile', async () => {
        await label(page, 'Phone').fill('+1 512 555 0100')
        await label(page, 'Bio').fill('I teach piano.')
        await label(page, 'Address').fill('')
      })
      const body = await bodySent(page, /profile-update/, () => button(page, 'Update Profile').click())
      expect(body).toMatchObject({ phone: '+1 512 555 0100', bio: 'I teach piano.', address: '' })
    })

    await test.step('account', async () => {
      const emails = page.getByRole('checkbox', { name: 'New messages' })
      await useEarly(page, '/profile/account', async () => {
        await label(page, 'Display Name').fill('Rosa')
        await label(page, 'Page name').fill('rosa-teaches')
        await page.getByRole('checkbox', { name: 'Show my bio' }).click()
        if (await emails.count()) await emails.click()
      })
      const wasShown = await page.getByRole('checkbox', { name: 'Show my bio' }).isChecked()
      expect(await bodySent(page, /seller/, () => button(page, 'Save: Public page').click())).toEqual({
        handle: 'rosa-teaches',
        showBio: wasShown,
      })
      await expect(label(page, 'Display Name')).toHaveValue('Rosa')
    })

    await test.step('saved search', async () => {
      await useEarly(page, '/save-search?kind=service&searchtext=piano', async () => {
        await label(page, 'Name').fill('Pianos')
        await label(page, 'How often').selectOption('weekly')
      })
      const body = await bodySent(page, /saved-search/, () => button(page, 'Save search').click())
      expect(body).toMatchObject({ name: 'Pianos', frequency: 'weekly' })
    })
  },
)

test('an admin uses each control early', { tag: '@slow' }, async ({ page, database, signIn }) => {
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  for (const title of ['Cheap watches', 'Cheaper watches', 'Rings'])
    await createReportedListing(database, { kind: 'service', authorEmail, title }, [{ reason: 'scam' }])
  const reported = `/admin?tab=reported-services&search=${authorEmail}`

  await test.step('selection', async () => {
    await useEarly(page, reported, async () => {
      for (const title of ['Cheap watches', 'Rings']) await page.getByLabel(`Select ${title}`).check()
    })
    await expect(page.getByText('2 cases selected')).toBeVisible()
    await useEarly(page, reported, () => page.getByLabel('Select all').check())
    await expect(page.getByText('3 cases selected')).toBeVisible()
  })

  await test.step('search and filter', async () => {
    await useEarly(page, '/admin?tab=services', async () => {
      await main(page).getByRole('searchbox').fill(authorEmail)
      await label(page, 'Show').selectOption('Reported')
    })
    await expect(page).toHaveURL(/status=reported/)
    await expect(page).toHaveURL(/search=/)
    await expect(main(page).getByRole('searchbox')).toHaveValue(authorEmail)
  })
})
