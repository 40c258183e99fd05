/** Nobody can find out who has an account, not by what the site answers and not by how long it takes. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import type { Answer } from './browser.ts'
import { type ProductionSite, startProductionSite } from './site.ts'
import { expectSimilarTimes } from './timing.ts'

// Not at the top level: without the tests that measure time, the file needs no site.
let site: ProductionSite
beforeAll(async () => {
  site = await startProductionSite({ WARM_UP: '3' })
})
const marginMs = 20
const measured = { tags: ['timed'], timeout: 120_000 }

afterEach(async () => {
  site.mail.setDelay(0)
  await site.mail.up()
})

const post = (path: string, body: unknown) => site.open().post(`/api/auth/${path}`, body)

/** The parts of a response that its contents do not explain: status, header names, and the keys of the body in order. */
const shapeOf = ({ status, rawHeaders, text, setCookies }: Answer) => ({
  status,
  headers: rawHeaders.filter((_, index) => index % 2 === 0),
  keys: text.match(/"(\w+)":/g),
  cookies: setCookies.map((text) => text.replace(/=[^;]*/, '')),
})

let count = 0
const newEmail = () => {
  count += 1
  return `existence-${count}@example.com`
}

/** Sends each request `rounds` times in turn, and asserts that all responses and times are alike. */
async function expectAlike(rounds: number, requests: Record<string, (round: number) => Promise<Answer>>) {
  const times: Record<string, number[]> = {}
  const shapes = new Set<string>()
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, send] of Object.entries(requests)) {
      const answer = await send(round)
      shapes.add(JSON.stringify(shapeOf(answer)))
      // The first round loads code.
      if (round >= 0) times[name] = [...(times[name] ?? []), answer.ms]
    }
  }
  expect([...shapes]).toHaveLength(1)
  expectSimilarTimes(times, marginMs)
  return JSON.parse([...shapes][0] ?? '{}').status
}

test('B1 signing up with a new, a verified, and an unverified address is the same', measured, async () => {
  const verified = (await createUser(site.database, { email: newEmail() })).email
  const unverified = (await createUser(site.database, { email: newEmail(), verified: false })).email
  const signUp = (email: string) => post('sign-up/email', { name: 'Ada Park', email, password: goodPassword })
  const status = await expectAlike(15, {
    new: () => signUp(newEmail()),
    verified: () => signUp(verified),
    unverified: () => signUp(unverified),
  })
  expect(status).toBe(200)
  expect((await site.mail.waitForEmail(verified)).subject).toContain('You already have an account')
})

for (const path of ['request-password-reset', 'sign-in/magic-link', 'send-verification-email'])
  test(`B2 ${path} is the same for a known and an unknown address, with a slow mail server and without one`, {
    ...measured,
    tags: ['timed', ...slowUnless(path === 'sign-in/magic-link').tags],
  }, async () => {
    const known = (
      await createUser(site.database, { email: newEmail(), verified: path !== 'send-verification-email' })
    ).email
    const requests = {
      known: () => post(path, { email: known }),
      unknown: () => post(path, { email: newEmail() }),
    }
    site.mail.setDelay(2000)
    expect(await expectAlike(10, requests)).toBe(200)
    await site.mail.down()
    expect(await expectAlike(10, requests)).toBe(200)
  })
