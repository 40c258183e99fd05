/** Kills the server, PostgreSQL, one of its backends, or the picture worker at random moments while people use the site. */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/site/mail-server.ts'
import { startActors } from './support/actors.ts'
import { type FaultySite, startFaultySite, untilServing } from './support/faulty-site.ts'
import {
  createLedger,
  expectConsistency,
  expectEmails,
  expectListings,
  expectPictures,
} from './support/ledger.ts'
import { commandOf, postmasterOf, signal, treeOf } from './support/processes.ts'
import { report } from './support/report.ts'

const kills = process.env.FAULTS === 'all' ? Number(process.env.KILLS ?? 200) : 2
/** With `npm test`, other tests run at the same time. */
const maxRecoveryMs = process.env.FAULTS === 'all' ? 5_000 : 60_000
/** PostgreSQL is started again five times in a minute, which is right for anything but a test. */
const maxDatabaseDeaths = 5

type Target = 'server' | 'database' | 'backend' | 'worker'
const order: Target[] = ['server', 'database', 'backend', 'worker', 'server', 'server']

test(`X1, X2, X3, X4, X13: ${kills} kills lose nothing that was acknowledged and leave nothing half done`, {
  tags: ['slow'],
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const site = await startFaultySite({ smtpUrl: mail.url })
  const [author, reporter, admin] = await Promise.all([
    site.signIn(),
    site.signIn(),
    site.signIn({ isAdmin: true }),
  ])
  const ledger = createLedger()
  const cookies = { author: author.cookie, reporter: reporter.cookie, admin: admin.cookie }
  const actors = startActors({ site, cookies, ledger })
  const recoveries: Record<Target, number[]> = { server: [], database: [], backend: [], worker: [] }
  let databaseDeaths = 0

  for (let count = 0; count < kills; count += 1) {
    await delay(randomInt(100, 1200))
    const next = order[count % order.length] ?? 'server'
    const target = next === 'database' && databaseDeaths >= maxDatabaseDeaths ? 'server' : next
    databaseDeaths = target === 'server' ? 0 : databaseDeaths + (target === 'database' ? 1 : 0)
    recoveries[target].push(await killAndRecover(site, target))
  }
  await actors.stop()

  expect(actors.unexpected).toEqual([])
  await site.withDatabase(async (database) => {
    await expectListings(database, ledger)
    await expectConsistency(database)
    await expectEmails(database, ledger, mail)
    await expectPictures(database, ledger, site.folder)
  })
  expect(ledger.listings.size).toBeGreaterThan(0)
  report('kills', { ...summaryOf(ledger), emails: mail.received.length, ...recoveries })
  expect(Math.max(...Object.values(recoveries).flat())).toBeLessThan(maxRecoveryMs)
  // No process is left behind: `stop` throws otherwise.
  await site.stop()
})

/** Returns the milliseconds until the site served again. */
async function killAndRecover(site: FaultySite, target: Target): Promise<number> {
  const postmaster = await site.postmaster()
  const since = performance.now()
  if (target === 'server') {
    await site.kill()
    await site.start()
  } else if (target === 'database') {
    signal(postmaster, 'SIGKILL')
    // Backends serve for a moment after their server is gone.
    await expect.poll(() => postmasterOf(site.folder), { timeout: 60_000 }).not.toBe(postmaster)
  } else {
    signal(await victimOf(site, target, postmaster), 'SIGKILL')
  }
  return untilServing(site, since)
}

async function victimOf(site: FaultySite, target: Target, postmaster: number): Promise<number[]> {
  if (target === 'backend') {
    const [, ...backends] = await treeOf(postmaster)
    return backends.slice(-1)
  }
  const tree = await treeOf(site.server().pid)
  const commands = await Promise.all(tree.map(async (pid) => ({ pid, command: await commandOf(pid) })))
  return commands.filter(({ command }) => command.includes('picture-process')).map(({ pid }) => pid)
}

function summaryOf({ listings, messages, uploads }: ReturnType<typeof createLedger>) {
  const posted = [...listings.values()]
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  return {
    posts: posted.length,
    edits: sum(posted.map(({ edit }) => edit.acknowledged)),
    deletions: posted.filter(({ deletion }) => deletion === 'acknowledged').length,
    reports: posted.filter(({ reported }) => reported === 'acknowledged').length,
    uploads: uploads.length + 2 * posted.length,
    messages: [...messages.values()].filter(Boolean).length,
  }
}
