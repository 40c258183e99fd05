import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { openSettings } from '../settings/service.ts'
import { detectAgain, type LanguageChange } from './detect-again.ts'

const texts = {
  english: ['Guitar lessons', 'I come to your home with a spare guitar for the first months.'],
  french: ['Cours de guitare', 'Je viens chez vous avec une guitare pour les premiers mois.'],
  spanish: ['Clases de guitarra', 'Voy a su casa con una guitarra para los primeros meses.'],
} as const
type Name = keyof typeof texts | 'chosen'

test('ads get their languages when the site gets more, except those whose author chose one', async () => {
  const { database, address: connectionString } = await createDatabase()
  const { kysely } = database
  /** Starts a process of a site with these languages, and runs the jobs. */
  async function setLanguages(tags: string) {
    const options = { database, variables: { LANGUAGES: tags }, log: silentLog, pollEveryMs: null }
    // Two at once: one of them queues the job.
    for (const settings of await Promise.all([openSettings(options), openSettings(options)])) settings.stop()
    const { rows } = await sql`select from graphile_worker.jobs`.execute(kysely)
    const tasks = {
      detect_languages: (change: unknown) => detectAgain(kysely, change as LanguageChange),
    }
    await runDueJobs({ connectionString, tasks, log: silentLog })
    return rows.length
  }
  const ids = new Map<string, Name>()
  async function create(name: Name, language: keyof typeof texts) {
    const [title, description] = texts[language]
    ids.set(await createListing(database, { title, description }), name)
  }
  async function languages() {
    const { rows } = await sql<{ id: string; language: string }>`select id, language from listing`.execute(
      kysely,
    )
    const found = rows.flatMap(({ id, language }) => (ids.has(id) ? [[ids.get(id), language]] : []))
    return Object.fromEntries(found)
  }
  for (const name of ['english', 'french', 'spanish'] as const) await create(name, name)
  // More than a batch.
  for (let at = 0; at < 120; at += 1) await createListing(database)
  await create('chosen', 'french')

  expect(await setLanguages('en, fr')).toBe(1)
  expect(await languages()).toEqual({ english: 'en', french: 'fr', spanish: 'und', chosen: 'fr' })
  await sql`update listing set language = 'en' where id = ${[...ids].at(-1)?.[0]}`.execute(kysely)

  expect(await setLanguages('fr, en, es')).toBe(1)
  expect(await languages()).toEqual({ english: 'en', french: 'fr', spanish: 'es', chosen: 'en' })
  expect(await setLanguages('fr, en, es')).toBe(0)
})
