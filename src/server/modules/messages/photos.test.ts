import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastEmailTo, ownOrigin, send } from '../../../../test/support/data/accounts.ts'
import {
  confirmVisitor,
  createAd,
  createPerson,
  deleteMessages,
  listConversations,
  messageEmails,
  type Person,
  readConversation,
  visitor,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { badPictures, goodPictures, secretMark } from '../../../../test/support/data/pictures.ts'
import {
  filesOf,
  formOf,
  type Part,
  upload,
  uploadMessagePhoto,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { retentionDays } from '../../../shared/limits.ts'
import { photoFormPath } from '../../../shared/message-photo.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { deleteUnusedPictures } from '../media/jobs.ts'
import { deleteExpiredConversations } from './jobs.ts'
import { closedReasons } from './send.ts'

let site: TestApp
let author: Person
let asker: Person
let stranger: Person
let admin: Person
let ad: string
let picture: Buffer
/** With the metadata of a phone. */
let phonePicture: Buffer

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  picture = await goodPictures['small.jpg']()
  phonePicture = await goodPictures['phone.jpg']()
})
beforeEach(async () => {
  await deleteMessages(site)
  author = await createPerson(site, { name: 'Rosa Delgado' })
  asker = await createPerson(site, { name: 'Ben Okafor' })
  stranger = await createPerson(site)
  admin = await createPerson(site, { isAdmin: true })
  ad = await createAd(site, author)
})

async function photoOf(person: Person, content = picture): Promise<string> {
  const { status, body } = await uploadMessagePhoto(site, content, person)
  expect(status, body.message).toBe(201)
  return body.secure_url
}

/** Sends a first message with photos and returns the conversation. */
async function ask(photos: string[], text?: string): Promise<string> {
  const { status, body } = await writeToAuthor(site, ad, { text, photos }, asker)
  expect([status, body]).toMatchObject([200, { message: 'Message sent.' }])
  return body.conversation ?? ''
}

const reply = (person: Person, id: string, body: object) =>
  send<{ fields?: object; message: string }>(site, 'POST', `/conversation/${id}`, { ...person, body })

const get = (url: string, cookie = '') =>
  site.app.http.inject({ method: 'GET', url, ...(cookie && { headers: { cookie } }) })
const statusFor = async (url: string, person?: Person) => (await get(url, person?.cookie)).statusCode
const cleanUp = () => deleteUnusedPictures({ database: site.database, ...site.pictures })
const photosOf = async (person: Person, id: string) =>
  (await readConversation(site, person, id)).body.messages.map(({ photos }) => photos)

describe('photos of a message', () => {
  test('reach the other person without a text and without metadata, and the email only counts them', async () => {
    const url = await photoOf(asker, phonePicture)
    const id = await ask([url])
    expect(await photosOf(author, id)).toEqual([[url]])
    expect((await listConversations(site, author)).conversations).toMatchObject([{ excerpt: '', photos: 1 }])
    expect((await lastEmailTo(site, author.email)).text).toContain(
      '1 photo. Open the conversation to see it.',
    )
    const { body: stored } = await send<{ messages: object[] }>(site, 'GET', '/account-data', author)
    expect(stored.messages).toMatchObject([{ text: '', photos: [url], written: false }])
    const served = await get(url, author.cookie)
    expect([served.statusCode, served.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const { exif, format } = await sharp(served.rawPayload).metadata()
    expect([exif, format]).toEqual([undefined, 'webp'])
    expect(served.rawPayload.includes(secretMark)).toBe(false)
  })

  test('are at most four, and each is used once; sending a message again sends nothing', async () => {
    const photos = [await photoOf(asker), await photoOf(asker)]
    const id = await ask(photos, 'Two of them')
    expect(await reply(asker, id, { text: 'Two of them', photos })).toMatchObject({ status: 200 })
    expect(await photosOf(author, id)).toEqual([photos])
    expect(await reply(asker, id, { text: 'Again', photos })).toMatchObject({
      status: 400,
      body: { fields: { photos: expect.any(String) } },
    })
    const five = await Promise.all(Array.from({ length: 5 }, () => photoOf(asker)))
    expect(await reply(asker, id, { text: 'Five', photos: five })).toMatchObject({
      status: 400,
      body: { fields: { photos: 'A message can have up to 4 photos.' } },
    })
    expect(await reply(asker, id, { photos: five.slice(1) })).toMatchObject({ status: 200 })
    expect((await photosOf(author, id))[1]).toEqual(five.slice(1))
  })

  test('that only look like those of the message before are sent', async () => {
    const blank = (note: string) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: '#ffffff' } })
        .withExif({ IFD0: { ImageDescription: note } })
        .jpeg()
        .toBuffer()
    const [first, second] = [
      await photoOf(asker, await blank('Page 1')),
      await photoOf(asker, await blank('Page 2 of 2')),
    ]
    const id = await ask([first])
    expect(await reply(asker, id, { photos: [second] })).toMatchObject({ status: 200 })
    expect(await photosOf(author, id)).toEqual([[first], [second]])
  })

  test('must be one’s own uploads for messages', async () => {
    const id = await ask([await photoOf(asker)], 'Hi')
    const sent = (await photosOf(author, id))[0]?.[0] ?? ''
    const forAds = (
      await upload(site, formOf([{ name: 'file', content: picture, fileName: 'a.jpg' }]), author)
    ).body.secure_url
    for (const photo of [
      sent,
      await photoOf(stranger),
      forAds,
      'https://evil.example/a.webp',
      '/message-photos/x',
    ])
      expect([photo, await reply(author, id, { text: 'Hi', photos: [photo] })]).toMatchObject([
        photo,
        { status: 400, body: { fields: { photos: expect.any(String) } } },
      ])
    const post = { images: [await photoOf(author)] }
    const listing = await send(site, 'PUT', `/services/${ad}`, { cookie: author.cookie, body: post })
    expect(listing.status, 'an ad cannot make one public').toBeGreaterThanOrEqual(400)
    expect(await writeToAuthor(site, ad, { text: 'Hi', photos: [sent], ...visitor })).toMatchObject({
      status: 400,
    })
  })

  test('count as uploads', async () => {
    await photoOf(asker)
    const { rows } = await sql<{ received: number }>`
      select received from image join profile on profile.id = uploader_id where account_id = ${asker.accountId}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ received: picture.length }])
  })

  test('with the same look to many authors are held, and admins see them', async () => {
    const person = await createPerson(site)
    let last = ''
    for (let n = 0; n < 6; n += 1) {
      last = await photoOf(person)
      const other = await createAd(site, await createPerson(site), `Ad ${n}`)
      await writeToAuthor(site, other, { photos: [last] }, person)
    }
    const { body } = await send<{ cases: { texts: { photos: string[] }[] }[] }>(
      site,
      'GET',
      '/moderation/cases?source=message',
      { cookie: admin.cookie },
    )
    expect(body.cases.map(({ texts }) => texts.flatMap(({ photos }) => photos))).toEqual([[last]])
    expect(await statusFor(last, admin)).toBe(200)
    expect(await statusFor(last, person)).toBe(200)
  })
})

describe('nobody but the two', () => {
  test('gets a photo; an admin does while a report is open', async () => {
    const url = await photoOf(asker)
    expect(await statusFor(url, asker), 'not part of a message yet').toBe(404)
    const id = await ask([url], 'Like this one')
    const unknown = url.replace(/\w{32}/, '0'.repeat(32))
    const [foreign, missing] = [await get(url, stranger.cookie), await get(unknown, stranger.cookie)]
    expect([foreign.statusCode, foreign.json()]).toEqual([missing.statusCode, missing.json()])
    for (const person of [undefined, stranger, admin]) expect(await statusFor(url, person)).toBe(404)
    expect(await statusFor(url.replace('/message-photos/', '/pictures/'), author)).toBe(404)
    expect(await statusFor(`${url}?token=abc`)).toBe(404)
    for (const person of [author, asker]) expect(await statusFor(url, person)).toBe(200)
    const report = { cookie: author.cookie, body: { reason: 'scam', note: '' } }
    expect(await send(site, 'PUT', `/conversation-report/${id}`, report)).toMatchObject({ status: 200 })
    expect(await statusFor(url, admin)).toBe(200)
    expect(await statusFor(url, stranger)).toBe(404)
    const suspended = await createPerson(site, { isAdmin: true })
    await sql`update account set suspended_at = now() where id = ${suspended.accountId}`.execute(
      site.database.kysely,
    )
    expect(await statusFor(url, suspended)).toBe(404)
    const { body } = await send<{ cases: { texts: object[] }[] }>(
      site,
      'GET',
      '/moderation/cases?source=conversation',
      { cookie: admin.cookie },
    )
    expect(body.cases[0]?.texts).toMatchObject([{ photos: [url] }])
    const decision = { decision: 'approve', cases: [{ source: 'conversation', id }] }
    const decided = { cookie: admin.cookie, body: decision }
    expect(await send(site, 'POST', '/moderation/cases', decided)).toMatchObject({ status: 200 })
    expect(await statusFor(url, admin)).toBe(404)
  })

  test('reads what a visitor was sent, who has the token of their link once they confirmed it', async () => {
    await writeToAuthor(site, ad, { text: 'Hi', ...visitor })
    const id = (await listConversations(site, author)).conversations[0]?.id ?? ''
    const url = await photoOf(author)
    await reply(author, id, { photos: [url] })
    const token =
      /your-conversation\?token=(\w+)/.exec((await lastEmailTo(site, visitor.email)).text)?.[1] ?? ''
    expect(await statusFor(`${url}?token=${token}`)).toBe(404)
    await confirmVisitor(site, visitor.email)
    expect(await statusFor(`${url}?token=${token}`)).toBe(200)
    expect(await statusFor(`${await photoOf(author)}?token=${token}`)).toBe(404)
    await reply(author, id, { photos: [await photoOf(author)], text: 'And this' })
    expect((await lastEmailTo(site, visitor.email)).text).toContain(
      '1 photo. To see it, open the link in our first email',
    )
  })

  test('gets it from another server, a cache, or with what they know of an answer', async () => {
    const url = await photoOf(asker)
    const id = await ask([url])
    const second = await createTestApp(site.database, { realSessions: true, pictures: site.pictures })
    const statusAt = async (app: TestApp, { cookie }: Person, tag?: string) =>
      (
        await app.app.http.inject({
          url,
          headers: { cookie, ...(tag !== undefined && { 'if-none-match': tag }) },
        })
      ).statusCode
    const tag = String((await get(url, author.cookie)).headers.etag)
    expect(await statusAt(second, author, tag)).toBe(304)
    for (const app of [site, second])
      for (const known of [undefined, tag]) expect(await statusAt(app, stranger, known)).toBe(404)
    await sql`delete from conversation where id = ${id}`.execute(site.database.kysely)
    for (const app of [site, second]) expect(await statusAt(app, author, tag)).toBe(404)
  })

  test('keeps a photo when its conversation is deleted', async () => {
    const url = await photoOf(asker)
    const id = await ask([url])
    const key = /\w{32}/.exec(url)?.[0] ?? ''
    await cleanUp()
    expect((await filesOf(site)).filter((file) => file.includes(key)).length).toBeGreaterThan(0)
    await sql`delete from conversation where id = ${id}`.execute(site.database.kysely)
    expect(await statusFor(url, author)).toBe(404)
    await cleanUp()
    expect((await filesOf(site)).filter((file) => file.includes(key))).toEqual([])
  })
})

describe('the form without scripts', () => {
  const sendPlain = async (path: string, parts: Part[], { cookie }: Partial<Person>) => {
    const { payload, headers } = formOf(parts)
    return site.app.http.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, ...(cookie && { cookie }), origin: ownOrigin, accept: 'text/html' },
      payload,
    })
  }
  const file = (content: Buffer, fileName = 'a.jpg'): Part => ({ name: 'photos', content, fileName })

  test('sends a text and photos, or one of them', async () => {
    const first = await sendPlain(
      photoFormPath(publicPaths.messageAuthor('service', ad)),
      [{ name: 'text', content: 'These two' }, file(picture), file(picture)],
      asker,
    )
    expect(first.statusCode).toBe(303)
    const id = /messages\/([\w-]+)\?done=sent/.exec(String(first.headers.location))?.[1] ?? ''
    const nothing = file(Buffer.alloc(0), '')
    for (const parts of [
      [{ name: 'text', content: '' }, file(picture)],
      [{ name: 'text', content: 'No photo' }, nothing],
    ])
      expect((await sendPlain(photoFormPath(publicPaths.conversation(id)), parts, author)).statusCode).toBe(
        303,
      )
    expect((await photosOf(asker, id)).map(({ length }) => length)).toEqual([2, 1, 0])
  })

  test('keeps the text if a photo or the message is refused, and takes nothing from visitors and strangers', async () => {
    const id = await ask([], 'Hi')
    const path = photoFormPath(publicPaths.conversation(id))
    const text = { name: 'text', content: 'Long & typed' }
    const bad = Buffer.from('not a picture at all, but long enough for a check of its first bytes, really')
    for (const content of [bad, await badPictures['cut-off.jpg'][1]()]) {
      const refused = await sendPlain(path, [text, file(content)], author)
      expect(refused.statusCode).toBeGreaterThanOrEqual(400)
      expect(refused.body).toContain('Long &amp; typed')
      expect(refused.body).toMatch(/type="file" name="photos" multiple aria-invalid/)
    }
    expect((await sendPlain(path, [text, file(picture)], stranger)).statusCode).toBe(404)
    expect((await sendPlain(path, [text, file(picture)], {})).statusCode).toBe(401)
    expect(await photosOf(author, id)).toEqual([[]])
  })
})

describe('when one deletes the account', () => {
  const deleteAccount = async ({ cookie }: Person) =>
    expect(await send(site, 'DELETE', '/account', { cookie })).toMatchObject({ status: 200 })
  const count = async () => (await sql`select from conversation`.execute(site.database.kysely)).rows.length

  test.each(['author', 'asker'])('the other one keeps what the %s wrote, without who it was', async (who) => {
    const url = await photoOf(asker)
    const id = await ask([url], 'My question')
    const answer = await photoOf(author)
    await reply(author, id, { text: 'My answer', photos: [answer] })
    const [leaver, kept] = who === 'author' ? [author, asker] : [asker, author]
    await send(site, 'PUT', `/conversation-report/${id}`, {
      cookie: kept.cookie,
      body: { reason: 'scam', note: '' },
    })
    await deleteAccount(leaver)
    await cleanUp()
    const { body } = await readConversation(site, kept, id)
    expect(body).toMatchObject({
      with: null,
      isLeft: true,
      closed: closedReasons.left,
      listing: who === 'author' ? null : {},
    })
    expect(body.messages.map(({ text, photos }) => [text, photos])).toEqual([
      ['My question', [url]],
      ['My answer', [answer]],
    ])
    const all = JSON.stringify([body, await listConversations(site, kept)])
    for (const secret of [leaver.email, who === 'author' ? 'Rosa' : 'Ben']) expect(all).not.toContain(secret)
    for (const photo of [url, answer]) {
      expect(await statusFor(photo, kept)).toBe(200)
      expect(await statusFor(photo, leaver)).toBe(404)
    }
    expect(await reply(kept, id, { text: 'Hello?' })).toMatchObject({
      status: 409,
      body: { message: closedReasons.left },
    })
    expect(await messageEmails(site, leaver.email)).toEqual([])
    expect(
      await send(site, 'GET', '/moderation/cases?source=conversation', { cookie: admin.cookie }),
    ).toMatchObject({ body: { cases: [{ title: 'Deleted user' }] } })

    const age = (days: number) =>
      sql`update conversation set left_at = now() - make_interval(days => ${days})`.execute(
        site.database.kysely,
      )
    await age(retentionDays.leftConversations - 1)
    await deleteExpiredConversations(site.database, defaultRetention.conversations)
    expect(await count()).toBe(1)
    await age(retentionDays.leftConversations + 1)
    await deleteExpiredConversations(site.database, defaultRetention.conversations)
    expect([await count(), await statusFor(url, kept)]).toEqual([0, 404])
  })

  test('what is being sent stays, with its photos', async () => {
    const id = await ask([], 'Hi')
    const url = await photoOf(asker)
    const tx = await site.database.kysely.startTransaction().execute()
    await sql`select from conversation where id = ${id} for update`.execute(tx)
    const deleted = deleteAccount(asker)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%conversation%for update%'`.execute(
          site.database.kysely,
        )
        return rows.length
      })
      .toBe(1)
    await sql`
      with sent as (
        insert into conversation_message (id, conversation_id, role, text, channel, fingerprint)
        values (gen_random_uuid(), ${id}, 'sender', '', 'site', '') returning id)
      insert into message_photo (message_id, position, image_id)
      select sent.id, 0, image.id from sent, image where url = ${url}`.execute(tx)
    await tx.commit().execute()
    await deleted
    await cleanUp()
    expect(await photosOf(author, id)).toEqual([[], [url]])
    expect(await statusFor(url, author)).toBe(200)
  })

  test('an admin no longer decides about what nobody can get', async () => {
    const id = await ask([], 'Held')
    await sql`update conversation_message set held = true`.execute(site.database.kysely)
    await deleteAccount(author)
    expect(
      await send(site, 'GET', '/moderation/cases?source=message', { cookie: admin.cookie }),
    ).toMatchObject({ body: { cases: [] } })
    expect((await readConversation(site, asker, id)).body.messages).toMatchObject([{ text: 'Held' }])
  })

  test('nothing stays once both did, or of what was never delivered', async () => {
    await ask([await photoOf(asker)], 'Hi')
    await deleteAccount(asker)
    await deleteAccount(author)
    expect(await count()).toBe(0)
    const other = await createPerson(site)
    author = await createPerson(site)
    ad = await createAd(site, author)
    asker = other
    await ask([], 'Held')
    await sql`update conversation_message set held = true`.execute(site.database.kysely)
    await deleteAccount(other)
    expect(await count()).toBe(0)
    const { rows } = await sql`select from message_photo`.execute(site.database.kysely)
    expect(rows).toEqual([])
  })
})
