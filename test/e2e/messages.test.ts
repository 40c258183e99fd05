/** Messages between two people: on the site, by email through the relay, and without scripts. */
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../src/server/platform/free-port.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { goodPassword } from '../support/data/accounts.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'
import { sendEmail } from '../support/data/inbound-mail.ts'
import { goodPictures } from '../support/data/pictures.ts'
import { startMailServer } from '../support/site/mail-server.ts'
import { startSite } from '../support/site/site.ts'

const pictureFile = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await goodPictures['small.jpg'](),
})
const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

test('two people write to each other, and see new messages without a reload', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
  allowConsole,
}) => {
  // The policy of pictures refuses the style of Chromium's own page of a picture, and its isolation.
  allowConsole(/\/message-photos\//)
  const asker = await signIn({ name: 'Ben Okafor' })
  const authors = await browser.newContext({ baseURL: baseURL ?? '' })
  const author = await signIn({ name: 'Rosa Delgado' }, authors)
  const title = uniqueTitle('Piano lessons')
  const id = await createListing(database, { authorEmail: author.email, title })

  await visit(page, `/ad-details/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Message Rosa Delgado' })).toBeVisible()
  await expect(page.getByText('They’ll see the email address of your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter your message.')).toBeVisible()
  await box(page, 'Message').fill('Is Tuesday possible?')
  await expectAccessible(page, 'the form')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(log(page)).toContainText('Is Tuesday possible?')

  const authorsPage = await authors.newPage()
  await visit(authorsPage, '/')
  await authorsPage.getByRole('link', { name: 'Messages, 1 unread' }).click()
  await authorsPage.getByRole('link', { name: 'Ben Okafor' }).click()
  await expect(log(authorsPage)).toContainText('Is Tuesday possible?')
  await expect(authorsPage.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await expect(authorsPage.getByText(asker.email)).toHaveCount(0)
  await expect(authorsPage.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await box(authorsPage, 'Your reply').fill('Yes, at five.')
  const field = authorsPage.getByLabel('Photos', { exact: true })
  await field.setInputFiles(await pictureFile('piano.jpg'))
  await field.setInputFiles(await pictureFile('room.jpg'))
  await field.setInputFiles(await pictureFile('wrong.jpg'))
  await authorsPage.getByRole('button', { name: 'Remove wrong.jpg' }).click()
  await expect(authorsPage.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem')).toHaveCount(2)
  await authorsPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(authorsPage)).toContainText('Yes, at five.')
  await expectAccessible(authorsPage, 'the conversation')

  await expect(authorsPage.getByRole('list', { name: 'Chosen photos' })).toHaveCount(0)

  await expect(log(page)).toContainText('Yes, at five.', { timeout: 60_000 })
  const photo = page.getByRole('img', { name: 'From Rosa Delgado, 2 of 2' })
  await expect(photo).toHaveJSProperty('complete', true)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await photo.click()
  await expect(page).toHaveURL(/\/message-photos\//)
  await expect(page.getByRole('main'), 'the photo, not a page that says there is none').toHaveCount(0)
  await page.goBack()
  const mine = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
  await page.getByLabel('Photos', { exact: true }).setInputFiles(await Promise.all(mine.map(pictureFile)))
  await expect(page.getByText('Please send the others in another message.')).toBeVisible()
  for (const name of mine.slice(1, 4)) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(page.getByText('Please send the others in another message.')).toBeHidden()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('img', { name: 'From you', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await authors.close()
})

test('without scripts, a photo is sent, and what someone wrote stays when they delete their account', async ({
  browser,
  baseURL,
  database,
  signIn,
}) => {
  const withoutScripts = { baseURL: baseURL ?? '', javaScriptEnabled: false }
  const [askers, authors] = [
    await browser.newContext(withoutScripts),
    await browser.newContext(withoutScripts),
  ]
  await signIn({ name: 'Ben Okafor' }, askers)
  const author = await signIn({ name: 'Rosa Delgado' }, authors)
  const id = await createListing(database, { authorEmail: author.email, title: uniqueTitle('Organ lessons') })
  const page = await askers.newPage()
  await page.goto(`/ad-details/${id}/message`)
  await page.getByLabel('Photos', { exact: true }).setInputFiles(await pictureFile('organ.jpg'))
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('img', { name: 'From you' })).toBeVisible()

  const authorsPage = await authors.newPage()
  await authorsPage.goto('/messages')
  await expect(authorsPage.getByText('1 photo')).toBeVisible()
  await authorsPage.getByRole('link', { name: 'Ben Okafor' }).click()
  await box(authorsPage, 'Your reply').fill('A lovely one!')
  await authorsPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(authorsPage)).toContainText('A lovely one!')
  expect(
    (await authors.request.delete('/api/account', { headers: { origin: baseURL ?? '' } })).status(),
  ).toBe(200)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Deleted user' })).toBeVisible()
  await expect(log(page)).toContainText('A lovely one!')
  await expect(page.getByText('This person deleted their account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await expect(page.getByText('Rosa')).toHaveCount(0)
  await Promise.all([askers.close(), authors.close()])
})

test('a visitor’s message becomes an email, and the reply through the relay continues the thread', async ({
  browser,
}) => {
  const mail = await startMailServer()
  const inbound = await freePort()
  const site = await startSite({
    smtpUrl: mail.url,
    settings: { INBOUND_MAIL: 'reply.example.net', INBOUND_MAIL_LISTEN: `127.0.0.1:${inbound}` },
  })
  try {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    const page = await context.newPage()
    const listServices = async () => (await context.request.get('/api/services?limit=1')).json()
    // On a busy machine, a new site may reject the first requests.
    await expect.poll(async () => (await listServices()).services?.length, { timeout: 60_000 }).toBe(1)
    await page.goto(`/ad-details/${(await listServices()).services[0]._id}`)
    await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).first().click()
    await expect(page.getByText('We hide your address')).toBeVisible()
    await box(page, 'Name').fill('Vera Visitor')
    await box(page, 'Email').fill('vera@example.org')
    await box(page, 'Message').fill('Is it still free?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Message sent.')).toBeVisible()

    await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBe(1)
    const [delivery] = mail.received
    const author = delivery?.recipients[0] ?? ''
    const toAuthor = delivery?.email.replyTo?.[0]?.address ?? ''
    expect(delivery?.source).not.toContain('vera@example.org')
    expect(await sendEmail({ port: inbound, from: author, to: toAuthor, text: 'Yes!\n\n> Is it' })).toBe(250)
    await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBe(2)
    const [, notice] = mail.received
    expect(notice?.recipients).toEqual(['vera@example.org'])
    expect(notice?.email.text).not.toContain('Yes!')
    await page.goto(/http\S+\/your-conversation\?token=\S+/.exec(notice?.email.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'You have an answer' })).toBeVisible()
    await expect(page.getByText('Yes!')).toHaveCount(0)
    await page.getByRole('button', { name: 'Confirm and read' }).click()
    await expect(log(page)).toContainText('Yes!')
    await box(page, 'Your reply').fill('Great. When?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(log(page)).toContainText('Great. When?')
    expect(await sendEmail({ port: inbound, from: author, to: toAuthor, text: 'At five.' })).toBe(250)
    await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBe(4)
    const reply = mail.received.at(-1)
    expect(reply?.recipients).toEqual(['vera@example.org'])
    expect(reply?.source).not.toContain(author)
    expect(reply?.email.text).toContain('At five.')

    const stopLink = /http\S+\/stop-messages\?token=\S+/.exec(reply?.email.text ?? '')?.[0] ?? ''
    await page.goto(stopLink)
    await page.getByRole('button', { name: 'Stop emails' }).click()
    await expect(page.getByText('You won’t get more emails')).toBeVisible()
    expect(await sendEmail({ port: inbound, from: author, to: toAuthor, text: 'Still there?' })).toBe(550)
    await context.close()
  } finally {
    await site.stop()
    await mail.close()
  }
})

test('a visitor confirms their address by the link of a notice, reads the answer, and writes back', async ({
  page,
  browser,
  baseURL,
  database,
  accountSite: { mail },
  signIn,
}) => {
  const headers = { origin: baseURL ?? '' }
  const authors = await browser.newContext({ baseURL: baseURL ?? '' })
  const author = await signIn({ name: 'Rosa Delgado' }, authors)
  const email = `vera.${author.accountId}@example.org`
  for (const title of ['Piano lessons', 'Violin lessons']) {
    const id = await createListing(database, { authorEmail: author.email, title })
    const data = { name: 'Vera Visitor', email, text: `Are your ${title} for beginners?` }
    expect((await page.request.post(`/api/message-author/${id}`, { data, headers })).status()).toBe(200)
  }
  const { conversations } = await (await authors.request.get('/api/conversations')).json()
  for (const { id, title } of conversations.toReversed())
    await authors.request.post(`/api/conversation/${id}`, { data: { text: `Yes: ${title}.` }, headers })
  const received = () => mail.received.filter(({ recipients }) => recipients.includes(email))
  await expect.poll(() => received().length, { timeout: 60_000 }).toBe(1)
  const text = received()[0]?.email.text ?? ''
  expect(text).not.toContain('lessons')

  await visit(page, /http[^/]+\/\/[^/]+(\/your-conversation\?token=\w+)/.exec(text)?.[1] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have an answer')
  await expectAccessible(page, 'the page that confirms')
  await page.getByRole('button', { name: 'Confirm and read' }).click()
  await expect(log(page)).toContainText('Yes: Piano lessons.')
  await expect(page.getByText('You’ll get further answers by email.')).toBeVisible()
  await expectAccessible(page, 'the conversation')
  await box(page, 'Your reply').fill('Thank you!')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page)).toContainText('Thank you!')
  await page.getByRole('link', { name: 'Violin lessons' }).click()
  await page.getByRole('button', { name: 'Confirm and read' }).click()
  await expect(log(page)).toContainText('Yes: Violin lessons.')
  await authors.close()
})

test('someone signed in reads, answers, blocks, and reports without scripts', async ({
  browser,
  baseURL,
  database,
  signIn,
}) => {
  const author = await signIn({ name: 'Rosa Delgado' })
  const id = await createListing(database, { authorEmail: author.email })
  const visitor = { name: 'Vera Visitor', email: 'vera@example.org', text: 'Is it still free?' }

  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const visited = await plain.request.post(`/api/message-author/${id}`, {
    data: visitor,
    headers: { origin: baseURL ?? '' },
  })
  expect(visited.ok()).toBe(true)
  await plain.request.post('/api/auth/sign-in/email', {
    data: { email: author.email, password: goodPassword },
    headers: { origin: baseURL ?? '' },
  })
  const page = await plain.newPage()
  await page.goto('/messages')
  await page.getByRole('link', { name: 'Vera Visitor' }).click()
  await expect(log(page)).toContainText('Is it still free?')
  await box(page, 'Your reply').fill('Yes, it is.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page)).toContainText('Yes, it is.')
  await page.getByText('Report this person').click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you! We’ll review this conversation.')).toBeVisible()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await plain.close()
})
