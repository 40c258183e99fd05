/** Two servers of one site, on one database and one folder of pictures. The whole cluster is in `test/cluster`. */

import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { createUser, lastEmailTo, send, signIn } from '../../test/support/data/accounts.ts'
import { setStatus, uniqueTitle } from '../../test/support/data/factories.ts'
import { postOf } from '../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../test/support/site/app.ts'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await createTestApp(undefined, { realSessions: true })
  second = await createTestApp(first.database, { realSessions: true, pictures: first.pictures })
})

const signInNewUser = async () => {
  const { email } = await createUser(first.database)
  return signIn(first, email)
}
const titlesAt = async (site: TestApp) => {
  const { body } = await send<{ services: { title: string }[] }>(site, 'GET', '/services')
  return body.services.map(({ title }) => title)
}

test('a session of one server works on the other one until either ends it', async () => {
  const cookie = await signInNewUser()
  expect((await send(second, 'GET', '/session', { cookie })).body).not.toBeNull()
  expect(
    (await send(second, 'POST', '/auth/sign-out', { cookie, headers: { origin: 'http://localhost:3000' } }))
      .status,
  ).toBe(200)
  expect((await send(first, 'GET', '/servicesbyauser', { cookie })).status).toBe(401)
})

test('both show a post, an edit, and a decision at once, although both cache their lists', async () => {
  const cookie = await signInNewUser()
  const title = uniqueTitle('Posted on the first server')
  for (const site of [first, second]) await titlesAt(site)
  const post = await send<{ _id: string }>(first, 'POST', '/services', {
    cookie,
    body: postOf('service', { title }),
  })
  expect(post.status).toBe(201)
  for (const site of [first, second]) expect(await titlesAt(site)).toContain(title)
  await setStatus(first.database, post.body._id, 'hidden')
  for (const site of [second, first]) expect(await titlesAt(site)).not.toContain(title)
})

test('both have a change of the fields with the next request', async () => {
  const { email } = await createUser(first.database, { isAdmin: true })
  const cookie = await signIn(first, email)
  const labelsAt = async (site: TestApp) => {
    const { body } = await send<{ fields: { label: string }[] }>(site, 'GET', '/listing-fields')
    return body.fields.map(({ label }) => label)
  }
  for (const site of [first, second]) expect(await labelsAt(site)).not.toContain('Skill level')
  const body = { label: 'Skill level', type: 'text', kinds: ['service'] }
  expect((await send(first, 'POST', '/moderation/listing-fields', { cookie, body })).status).toBe(200)
  for (const site of [second, first]) expect(await labelsAt(site)).toContain('Skill level')
})

test('a post that is repeated on the other server with its idempotency key is stored once', async () => {
  const cookie = await signInNewUser()
  const headers = { 'idempotency-key': uuid() }
  const title = uniqueTitle('Sent twice')
  const body = postOf('service', { title })
  const sent = await Promise.all(
    [first, second].map((site) =>
      send<{ _id: string }>(site, 'POST', '/services', { cookie, body, headers }),
    ),
  )
  expect(new Set(sent.map(({ body }) => body._id)).size).toBe(1)
  expect((await titlesAt(second)).filter((listed) => listed === title)).toHaveLength(1)
})

test('a link that one server emails works on the other one', async () => {
  const { email } = await createUser(first.database)
  await send(first, 'POST', '/auth/sign-in/magic-link', { body: { email } })
  const { token } = await lastEmailTo(first, email)
  expect((await send(second, 'POST', '/auth/magic-link/verify', { body: { token } })).status).toBe(200)
  expect((await send(first, 'POST', '/auth/magic-link/verify', { body: { token } })).status).not.toBe(200)
})
