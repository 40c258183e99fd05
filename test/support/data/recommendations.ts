/** People who exchanged messages, and what they do with recommendations, for tests. */
import { sql } from 'kysely'
import type { Case } from '../../../src/shared/moderation.ts'
import type { OwnRecommendation, RecommendationForm } from '../../../src/shared/recommendation.ts'
import type { TestApp } from '../site/app.ts'
import { type PersonOptions, send } from './accounts.ts'
import { createAd, createPerson, type Person, replyTo, writeToAuthor } from './conversations.ts'

export type Seller = Person & { profileId: string; ad: string }

async function profileIdOf({ database }: TestApp, { accountId }: Pick<Person, 'accountId'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from profile where account_id = ${accountId}`.execute(
    database.kysely,
  )
  return rows[0]?.id ?? ''
}

/** Creates someone with an ad, and an account that is a month old. */
export async function createSeller(site: TestApp, name = 'Rosa Delgado', daysOld = 30): Promise<Seller> {
  const person = await createPerson(site, { name, daysOld })
  return { ...person, ad: await createAd(site, person), profileId: await profileIdOf(site, person) }
}

/** Starts a conversation about the seller's ad, which the seller answers. Returns its id. It began two days ago. */
export async function talk(site: TestApp, asker: Person, seller: Seller): Promise<string> {
  const { body } = await writeToAuthor(site, seller.ad, { text: 'Is Tuesday possible?' }, asker)
  const id = body.conversation ?? ''
  await replyTo(site, seller, id, 'Yes, at five.')
  await setTalkAge(site, id, 48)
  return id
}

const setTalkAge = ({ database }: TestApp, id: string, hours: number) =>
  sql`update conversation set created = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
    database.kysely,
  )

/** Creates someone whose account is a month old. */
export const createWriter = (site: TestApp, options: PersonOptions = {}) =>
  createPerson(site, { daysOld: 30, ...options })

export const recommend = (
  site: TestApp,
  { cookie, from }: Person,
  sellerId: string,
  text = 'Patient and on time.',
) =>
  send<{ message: string; recommendation: string }>(site, 'POST', `/recommend/${sellerId}`, {
    cookie,
    from,
    body: { text },
  })

/** Creates a recommendation of the seller by someone new. */
export async function createRecommendation(site: TestApp, seller: Seller, text?: string) {
  const writer = await createWriter(site, { name: 'Ben Okafor' })
  await talk(site, writer, seller)
  const { body } = await recommend(site, writer, seller.profileId, text)
  return { writer, id: body.recommendation }
}

export const getForm = async (site: TestApp, { cookie }: Person, sellerId: string) =>
  (await send<RecommendationForm>(site, 'GET', `/recommendation-form/${sellerId}`, { cookie })).body

export const getOwn = (site: TestApp, { cookie }: Person, id: string) =>
  send<OwnRecommendation>(site, 'GET', `/recommendation/${id}`, { cookie })

export const changeText = (site: TestApp, { cookie }: Person, id: string, text: string) =>
  send(site, 'PUT', `/recommendation/${id}`, { cookie, body: { text } })

export const postReply = (site: TestApp, { cookie }: Person, id: string, text: string) =>
  send(site, 'PUT', `/recommendation-reply/${id}`, { cookie, body: { text } })

/** The open cases about people. */
export const listPersonCases = async (site: TestApp, { cookie }: Person) =>
  (await send<{ cases: Case[] }>(site, 'GET', '/moderation/cases?source=person', { cookie })).body.cases
