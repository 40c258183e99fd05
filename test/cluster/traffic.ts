/** The requests that visitors and authors of the cluster's site send. */
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { postOf } from '../support/data/posts.ts'
import type { Load, LoadRequest, Outcome } from './load.ts'

export type Author = { email: string; cookie: string }

export async function signInAuthor(url: string, database: Database): Promise<Author> {
  const { email } = await createUser(database)
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: goodPassword }),
  })
  if (!response.ok) throw new Error(`Signing in failed with ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  return { email, cookie }
}

let posted = 0

/** A post whose title no other post has. */
export function postBy(author: Author, origin: string): LoadRequest & { title: string } {
  posted += 1
  const title = `Piano lessons, number ${posted} of process ${process.pid}`
  return {
    kind: 'post',
    method: 'POST',
    path: '/api/services',
    headers: { cookie: author.cookie, origin },
    body: postOf('service', { title }),
    title,
  }
}

const reads: LoadRequest[] = [
  { kind: 'list', path: '/api/services' },
  { kind: 'list', path: '/api/services?page=2' },
  { kind: 'list', path: '/api/events' },
  { kind: 'page', path: '/all-services' },
  { kind: 'list', path: '/api/categories' },
  { kind: 'search', path: '/api/servicesbyfilter?searchtext=piano' },
  { kind: 'list', path: '/api/services?page=3' },
  { kind: 'list', path: '/api/events?page=2' },
]

export const readAt = (index: number): LoadRequest =>
  reads[index % reads.length] ?? { kind: 'list', path: '/api/services' }

/** One post among this many requests, the rest reads. Records the titles that were sent. */
export function mixOf(author: Author, origin: string, readsPerPost: number) {
  const sent: string[] = []
  const next = (index: number): LoadRequest => {
    if (index % readsPerPost !== 0) return readAt(index)
    const { title, ...request } = postBy(author, origin)
    sent.push(title)
    return { ...request, kind: `post ${title}` }
  }
  return { next, sent }
}

const postsOf = (load: Load) => load.outcomes.filter(({ kind }) => kind.startsWith('post '))
export const isWrite = ({ kind }: Outcome) => kind.startsWith('post')
const titleOf = ({ kind }: Outcome) => kind.replace('post ', '')

/** The titles of the posts that were acknowledged. */
export const acknowledged = (load: Load): string[] =>
  postsOf(load)
    .filter(({ status }) => status === 201)
    .map(titleOf)

/** Returns how often each title is stored. */
export async function countTitles({ kysely }: Database, titles: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ title: string; count: number }>`
    select title, count(*)::int as count from listing where title = any(${titles}) group by title`.execute(
    kysely,
  )
  return new Map(rows.map(({ title, count }) => [title, count]))
}

/** The longest time without an acknowledged post, in seconds. */
export function longestGap(load: Load): number {
  const times = postsOf(load)
    .filter(({ status }) => status === 201)
    .map(({ at, milliseconds }) => at + milliseconds)
    .sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return Math.max(0, ...gaps) / 1000
}
