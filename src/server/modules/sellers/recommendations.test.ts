import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { emailsTo, lastEmailTo, send } from '../../../../test/support/data/accounts.ts'
import {
  change,
  createPerson,
  type Person,
  replyTo,
  visitor,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import {
  changeText,
  createRecommendation,
  createSeller,
  createWriter,
  getForm,
  getOwn,
  postReply,
  recommend,
  type Seller,
  talk,
} from '../../../../test/support/data/recommendations.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import type { Recommendation } from '../../../shared/recommendation.ts'
import { deleteExpiredRecommendations } from './jobs.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(site.database.kysely)

const list = async (seller: Seller, { cookie }: { cookie?: string } = {}) =>
  (
    await send<{ recommendations: Recommendation[]; total: number }>(
      site,
      'GET',
      `/recommendations?seller=${seller.profileId}`,
      { ...(cookie !== undefined && { cookie }) },
    )
  ).body

/** The number on the seller's page, on their card, and with their ad. */
async function countsOf(seller: Seller) {
  const page = await send<{ recommendations: number }>(site, 'GET', `/seller/${seller.profileId}`)
  const cards = await send<{ services: { recommendations: number }[] }>(
    site,
    'GET',
    `/servicesbyseller?seller=${seller.profileId}`,
  )
  const ad = await send<{ recommendations: number; seller: { recommendations: number } }>(
    site,
    'GET',
    `/service/${seller.ad}`,
  )
  return [
    page.body.recommendations,
    cards.body.services[0]?.recommendations,
    ad.body.recommendations,
    ad.body.seller.recommendations,
    (await list(seller)).total,
    (await list(seller)).recommendations.length,
  ]
}
const everywhere = (count: number) => Array.from({ length: 6 }, () => count)

const tables = async () =>
  JSON.stringify((await run(sql`select id, text, reply from recommendation order by id`)).rows)

describe('someone can recommend a seller', () => {
  test('who answered them: visitors see it at once, and the seller gets an email', async () => {
    const seller = await createSeller(site)
    const writer = await createWriter(site, { name: 'Ben Okafor' })
    await talk(site, writer, seller)
    expect(await getForm(site, writer, seller.profileId)).toMatchObject({ own: null, refusal: null })
    const { status, body } = await recommend(
      site,
      writer,
      seller.profileId,
      '  Patient <b>and</b> on time.  ',
    )
    expect([status, body.message]).toEqual([200, sentences.sent])
    expect(await list(seller)).toMatchObject({
      total: 1,
      recommendations: [
        {
          id: body.recommendation,
          text: 'Patient <b>and</b> on time.',
          edited: false,
          writer: { name: 'Ben Okafor', photo: null },
          reply: null,
          role: null,
        },
      ],
    })
    expect(await countsOf(seller)).toEqual(everywhere(1))
    const email = await lastEmailTo(site, seller.email)
    expect(email.subject).toBe('Ben Okafor recommended you on Corkboard')
    expect(email.text).toContain('Patient <b>and</b> on time.')
    expect(email.text).toContain(`http://localhost:3000/recommendation/${body.recommendation}`)
    expect(email.html).not.toContain('<b>and</b>')
    expect(JSON.stringify(await list(seller))).not.toContain(writer.email)
    const roles = [writer, seller].map(
      async (viewer) => (await list(seller, viewer)).recommendations[0]?.role,
    )
    expect(await Promise.all(roles)).toEqual(['writer', 'author'])
  })

  test('once a year, even after deleting it, and even if two requests come at once', async () => {
    const seller = await createSeller(site)
    const writer = await createWriter(site)
    await talk(site, writer, seller)
    const results = await Promise.all(
      Array.from({ length: 5 }, () => recommend(site, writer, seller.profileId)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const id = results.find(({ status }) => status === 200)?.body.recommendation ?? ''
    expect(await getForm(site, writer, seller.profileId)).toMatchObject({ own: id })
    await send(site, 'DELETE', `/recommendation/${id}`, { cookie: writer.cookie })
    expect(await countsOf(seller)).toEqual(everywhere(0))
    expect((await getOwn(site, writer, id)).status).toBe(404)
    const again = await recommend(site, writer, seller.profileId)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('once a year')])
    expect((await run(sql`select text, reply from recommendation where id = ${id}`)).rows).toEqual([
      { text: '', reply: '' },
    ])
    await run(sql`update recommendation set created = now() - interval '366 days' where id = ${id}`)
    await deleteExpiredRecommendations(site.database)
    expect((await run(sql`select from recommendation where id = ${id}`)).rows).toEqual([])
    expect((await recommend(site, writer, seller.profileId)).status).toBe(200)
    expect(await countsOf(seller)).toEqual(everywhere(1))
  })

  test('again after a year', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    await run(sql`update recommendation set created = now() - interval '366 days' where id = ${id}`)
    expect((await recommend(site, writer, seller.profileId)).status).toBe(200)
    expect(await countsOf(seller)).toEqual(everywhere(2))
  })
})

describe('nobody can recommend', () => {
  const cases: Record<string, (seller: Seller) => Promise<Person>> = {
    'someone they never wrote to': () => createPerson(site),
    'someone who did not answer': async (seller) => {
      const person = await createPerson(site)
      await writeToAuthor(site, seller.ad, { text: 'Hello?' }, person)
      return person
    },
    'someone whose answer is held for an admin': async (seller) => {
      const person = await createPerson(site)
      const id = await talk(site, person, seller)
      await run(
        sql`update conversation_message set held = true where conversation_id = ${id} and role = 'author'`,
      )
      return person
    },
    'someone they wrote to as a visitor': async (seller) => {
      const person = await createPerson(site)
      await writeToAuthor(site, seller.ad, { ...visitor, email: person.email, text: 'As a visitor' })
      const { rows } = await sql<{ id: string }>`
        select conversation_id as id from conversation_participant where visitor_email = ${person.email}`.execute(
        site.database.kysely,
      )
      await replyTo(site, seller, rows[0]?.id ?? '', 'Yes.')
      return person
    },
    'someone who blocked them': async (seller) => {
      const person = await createPerson(site)
      await change(site, seller, await talk(site, person, seller), { blocked: true })
      return person
    },
    'the person who wrote to them': async (seller) => {
      const person = await createSeller(site)
      await talk(site, seller, person)
      return person
    },
  }
  test.each(Object.entries(cases))('%s', async (_who, arrange) => {
    const seller = await createSeller(site)
    const person = await arrange(seller)
    const before = await tables()
    expect(await getForm(site, person, seller.profileId)).toMatchObject({ refusal: sentences.needsMessages })
    const { status, body } = await recommend(site, person, seller.profileId)
    expect([status, body.message]).toEqual([409, sentences.needsMessages])
    expect(await tables()).toBe(before)
  })

  test('themselves, someone unknown or suspended, or without a text', async () => {
    const seller = await createSeller(site)
    const writer = await createWriter(site)
    await talk(site, writer, seller)
    const before = await tables()
    expect(await recommend(site, seller, seller.profileId)).toMatchObject({
      status: 400,
      body: { message: sentences.own },
    })
    for (const text of ['', ' \u200b ', 'x'.repeat(501), 'nul \0', '\ud800', null, 7, ['x']])
      expect([text, (await recommend(site, writer, seller.profileId, text as string)).status]).toEqual([
        text,
        400,
      ])
    expect((await recommend(site, writer, '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')).status).toBe(404)
    await run(sql`update account set suspended_at = now() where id = ${seller.accountId}`)
    expect((await recommend(site, writer, seller.profileId)).status).toBe(404)
    await run(sql`update account set suspended_at = null where id = ${seller.accountId}`)
    await run(sql`update account set suspended_at = now() where id = ${writer.accountId}`)
    expect((await recommend(site, writer, seller.profileId)).status).toBe(403)
    expect(await tables()).toBe(before)
  })

  test('by writing to the database: not themselves', async () => {
    const seller = await createSeller(site)
    await expect(
      run(sql`insert into recommendation (id, author_id, writer_id, text)
        values (gen_random_uuid(), ${seller.profileId}, ${seller.profileId}, 'Great!')`),
    ).rejects.toThrow('recommendation_not_own')
  })
})

describe('a recommendation', () => {
  test('can be changed by its writer for 30 days, and by nobody else', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    const stranger = await createPerson(site)
    const admin = await createPerson(site, { isAdmin: true })
    for (const person of [seller, stranger, admin]) {
      expect((await changeText(site, person, id, 'Mine')).status).toBe(404)
      const removal = await send(site, 'DELETE', `/recommendation/${id}`, { cookie: person.cookie })
      expect(removal.status).toBe(404)
    }
    expect((await getOwn(site, stranger, id)).status).toBe(404)
    expect((await getOwn(site, admin, id)).body).toMatchObject({ role: null })
    expect((await changeText(site, writer, id, 'Patient, and a good teacher.')).status).toBe(200)
    expect((await list(seller)).recommendations[0]).toMatchObject({
      text: 'Patient, and a good teacher.',
      edited: true,
    })
    await run(sql`update recommendation set created = now() - interval '31 days' where id = ${id}`)
    expect((await changeText(site, writer, id, 'Too late')).status).toBe(409)
    expect((await getOwn(site, writer, id)).body).toMatchObject({ editableUntil: null, role: 'writer' })
    await send(site, 'DELETE', `/recommendation/${id}`, { cookie: writer.cookie })
    expect(await countsOf(seller)).toEqual(everywhere(0))
  })

  test('has one public reply, by its author only', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    const stranger = await createPerson(site)
    for (const person of [writer, stranger])
      expect((await postReply(site, person, id, 'Mine')).status).toBe(404)
    expect((await postReply(site, seller, id, 'Thank you, Ben!')).status).toBe(200)
    expect((await postReply(site, seller, id, 'Thanks, Ben!')).status).toBe(200)
    expect((await list(seller)).recommendations[0]?.reply).toMatchObject({ text: 'Thanks, Ben!' })
    await run(sql`update recommendation set replied = now() - interval '31 days' where id = ${id}`)
    expect((await postReply(site, seller, id, 'Too late')).status).toBe(409)
    const removal = await send(site, 'DELETE', `/recommendation-reply/${id}`, { cookie: seller.cookie })
    expect(removal.status).toBe(200)
    expect((await list(seller)).recommendations[0]).toMatchObject({ id, reply: null })
  })

  test('is not shown while its writer is suspended', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    await createRecommendation(site, seller)
    await run(sql`update account set suspended_at = now() where id = ${writer.accountId}`)
    expect(await countsOf(seller)).toEqual(everywhere(1))
    expect((await list(seller)).recommendations.map((one) => one.id)).not.toContain(id)
    await run(sql`update account set suspended_at = null where id = ${writer.accountId}`)
    expect(await countsOf(seller)).toEqual(everywhere(2))
  })

  test('is counted exactly when many write at once', async () => {
    const seller = await createSeller(site)
    const writers = await Promise.all(Array.from({ length: 6 }, () => createWriter(site)))
    for (const writer of writers) await talk(site, writer, seller)
    const results = await Promise.all(writers.map((writer) => recommend(site, writer, seller.profileId)))
    expect(results.map(({ status }) => status)).toEqual(writers.map(() => 200))
    expect(await countsOf(seller)).toEqual(everywhere(6))
  })
})

describe('with an account', () => {
  const download = async ({ cookie }: Person) =>
    (await send<{ recommendations: object[] }>(site, 'GET', '/account-data', { cookie })).body

  test('the recommendations of both sides are downloaded, and deleted with either', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller, 'Very patient.')
    await createRecommendation(site, seller)
    await postReply(site, seller, id, 'Thank you!')
    const sellerId = seller.profileId
    expect((await download(writer)).recommendations).toMatchObject([
      { written: true, seller: sellerId, text: 'Very patient.', reply: 'Thank you!' },
    ])
    expect((await download(seller)).recommendations).toHaveLength(2)
    expect((await download(await createPerson(site))).recommendations).toEqual([])
    await send(site, 'DELETE', '/account', { cookie: writer.cookie })
    expect(await countsOf(seller)).toEqual(everywhere(1))
    expect((await run(sql`select from recommendation where id = ${id}`)).rows).toEqual([])
    await send(site, 'DELETE', '/account', { cookie: seller.cookie })
    expect((await run(sql`select from recommendation where author_id = ${sellerId}`)).rows).toEqual([])
  })

  test('a deleted recommendation is no longer in the download of its author', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    await send(site, 'DELETE', `/recommendation/${id}`, { cookie: writer.cookie })
    expect((await download(seller)).recommendations).toEqual([])
    expect((await download(writer)).recommendations).toMatchObject([
      { text: '', deleted: expect.any(String) },
    ])
  })
})

test('the email can be turned off', async () => {
  const seller = await createSeller(site)
  await run(sql`insert into email_preference (profile_id, topic, wanted)
    values (${seller.profileId}, 'recommendations', false)`)
  await createRecommendation(site, seller)
  const subjects = (await emailsTo(site, seller.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('recommended'))).toEqual([])
  expect(await countsOf(seller)).toEqual(everywhere(1))
})

test('the email about a recommendation is sent once, and only to its author', async () => {
  const seller = await createSeller(site)
  const { writer, id } = await createRecommendation(site, seller)
  await changeText(site, writer, id, 'Another text')
  const subjects = (await emailsTo(site, seller.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('recommended'))).toHaveLength(1)
})
