import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createDatabase, createTestApp } from '../../../../test/support/site/app.ts'
import { startMailServer } from '../../../../test/support/site/mail-server.ts'

test('a test message reaches the admin who asks for it, or shows what the mail server says', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const { database } = await createDatabase()
  const { email } = await createUser(database, { isAdmin: true })
  const logo = `${'a'.repeat(32)}-200x100.png`
  const settings = { name: 'Elm Street', contactEmail: 'care@elm.example' }
  await sql`insert into setting (key, value) values ('logo', ${JSON.stringify(logo)}::jsonb)`.execute(
    database.kysely,
  )
  const site = await createTestApp(database, {
    realSessions: true,
    smtpUrl: mail.url,
    rateLimit: 1,
    settings,
  })
  const cookie = await startSession(site, email)
  const test = async (at = site) => {
    const { status, body } = await send<{ message: string }>(at, 'POST', '/moderation/test-email', { cookie })
    return { status, message: body.message }
  }

  expect(await test()).toEqual({ status: 200, message: expect.stringContaining(email) })
  const [delivery] = mail.received
  expect(delivery?.recipients).toEqual([email])
  expect(delivery?.email).toMatchObject({
    subject: 'Test message from Elm Street',
    from: { name: 'Elm Street', address: 'care@elm.example' },
  })
  // It looks like other emails of the site.
  expect(delivery?.email.html).toContain(`?v=${logo.slice(0, 16)}"`)

  mail.reject(email, 550)
  expect(await test()).toEqual({
    status: 409,
    message: expect.stringMatching(/does not accept the message\. It says: “550 .* is rejected”/),
  })
  await mail.down()
  expect(await test()).toEqual({
    status: 409,
    message: expect.stringMatching(/cannot be reached: “.*ECONNREFUSED/),
  })
  expect((await test()).status).toBe(429)

  const without = await createTestApp(database, { realSessions: true, smtpUrl: null })
  expect(await test(without)).toEqual({
    status: 409,
    message: expect.stringContaining('SMTP_URL is not set'),
  })
})
