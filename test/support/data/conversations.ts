/** Two people, an ad, and what they do with messages, for tests of conversations. */
import { sql } from 'kysely'
import type { CallReply } from '../../../src/shared/contract.ts'
import type { Conversation } from '../../../src/shared/conversation.ts'
import type { TestApp } from '../site/app.ts'
import { createUser, type PersonOptions, send, startSession, type TestUser } from './accounts.ts'
import { createListing } from './factories.ts'

/** Everyone has a network of their own: people of one network are treated as if they were one. */
export type Person = TestUser & { cookie: string; from: string }

let people = 0
const nextAddress = () => {
  people += 1
  return `10.1.${Math.floor(people / 250)}.${(people % 250) + 1}`
}

export async function createPerson(site: TestApp, options: PersonOptions = {}): Promise<Person> {
  const user = await createUser(site.database, options)
  return { ...user, cookie: await startSession(site, user.email), from: nextAddress() }
}

export async function createAd(site: TestApp, author: TestUser, title = 'Piano lessons'): Promise<string> {
  return createListing(site.database, { authorEmail: author.email, title })
}

export const visitor = { name: 'Vera Visitor', email: 'vera@example.org' }

/** Sends the first message, or a visitor's if there is no `cookie`. */
export const writeToAuthor = (
  site: TestApp,
  listing: string,
  body: object,
  { cookie, from }: { cookie?: string; from?: string } = {},
) =>
  send<{ message: string; conversation: string | null }>(site, 'POST', `/message-author/${listing}`, {
    body,
    ...(cookie !== undefined && { cookie }),
    ...(from !== undefined && { from }),
  })

export const listConversations = async (site: TestApp, { cookie }: Person) =>
  (await send<CallReply<'listConversations'>>(site, 'GET', '/conversations', { cookie })).body

export const readConversation = (site: TestApp, { cookie }: Person, id: string) =>
  send<Conversation>(site, 'GET', `/conversation/${id}`, { cookie })

export const replyTo = (site: TestApp, { cookie, from }: Person, id: string, text: string) =>
  send(site, 'POST', `/conversation/${id}`, { cookie, from, body: { text } })

export const change = (site: TestApp, { cookie }: Person, id: string, body: object) =>
  send(site, 'PUT', `/conversation/${id}`, { cookie, body })

/** The emails of messages to this address, in order. */
export async function messageEmails({ database }: TestApp, to: string) {
  const { rows } = await sql<{ reply_to: string; status: string }>`
    select reply_to, status from outbox_email
    where kind = 'conversation-message' and recipient = ${to} order by created, id`.execute(database.kysely)
  return rows
}

/** Deletes all conversations and emails, for tests that share an app. */
export async function deleteMessages({ database }: TestApp) {
  for (const table of ['conversation', 'answer_notice', 'outbox_email'])
    await sql`delete from ${sql.table(table)}`.execute(database.kysely)
}

/** Confirms all conversations of a visitor, as the button does to which the link of their notice leads. */
export const confirmVisitor = ({ database }: TestApp, email: string) =>
  sql`update conversation_participant set confirmed = now() where visitor_email = ${email}`.execute(
    database.kysely,
  )
