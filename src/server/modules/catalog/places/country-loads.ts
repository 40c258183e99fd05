/** Adds, updates, and removes countries in a job, because that can take a minute, and says how far each is. */

import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PlaceLoad } from '../../../../shared/contract/places.ts'
import { AppError, invalidFields } from '../../../../shared/errors.ts'
import { foldName } from '../../../../shared/text-normalization.ts'
import { msg, t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/log.ts'
import { recordAudit } from '../../audit/service.ts'
import { listCountries } from '../geonames.ts'
import type { StoredSentence } from '../load-country.ts'

const JobSchema = z.object({
  code: z.string(),
  removes: z.boolean(),
  minPopulation: z.int(),
  actor: z.object({ profileId: z.string(), network: z.string() }),
})
type LoadJob = z.infer<typeof JobSchema>

type LoadRow = Omit<PlaceLoad, 'name' | 'message'> & { removes: boolean; result: string }

const jobKey = (code: string) => `load_country ${code}`
/** A job that a killed process leaves is started again, but not for ever: each start takes much memory. */
const maxAttempts = 3

/** Returns the country of a code, such as `FR`, or of an English name. Throws `invalid` for the field `country`. */
export function getCountry(text: string): { code: string; name: string } {
  const found = listCountries().find(
    ({ code, name }) => code === text.trim().toUpperCase() || foldName(name) === foldName(text.trim()),
  )
  if (!found)
    throw invalidFields({
      country: t(
        'We know no country “{name}”. Please enter its English name or its two letters, such as France or FR.',
        { name: text },
      ),
    })
  return found
}

/** Queues the job, which writes the audit entry. Throws `conflict` while the country has one. */
export async function queueCountryLoad({ kysely }: Database, job: LoadJob, name: string): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into country_load (code, removes, min_population)
      values (${job.code}, ${job.removes}, ${job.minPopulation})
      on conflict (code) do update set removes = excluded.removes, min_population = excluded.min_population,
        state = 'waiting', done = 0, total = 0, result = '', changed = now()
      where not exists (select from graphile_worker.jobs
        where key = ${jobKey(job.code)} and (attempts < max_attempts or locked_at is not null))
      returning code`.execute(tx)
    if (rows.length === 0)
      throw new AppError('conflict', t('{country} is being changed already.', { country: name }))
    await sql`
      select graphile_worker.add_job('load_country', ${JSON.stringify(job)}::json, queue_name => 'load_country',
        job_key => ${jobKey(job.code)}, max_attempts => ${sql.lit(maxAttempts)})`.execute(tx)
  })
}

/** Returns the jobs of the last day, the latest first. */
export async function readCountryLoads({ kysely }: Database): Promise<PlaceLoad[]> {
  const { rows } = await sql<LoadRow>`
    select code, removes, done, total, result, case
      when state in ('done', 'failed') then state
      when exists (select from graphile_worker.jobs where key = ${jobKey('')} || code
        and (attempts < max_attempts or locked_at is not null)) then state
      else 'failed' end as state
    from country_load where changed > now() - interval '1 day' order by changed desc, code`.execute(kysely)
  const names = new Map(listCountries().map(({ code, name }) => [code, name]))
  return rows.map(({ removes, result, ...load }) => {
    const name = names.get(load.code) ?? load.code
    return { ...load, name, message: readResult(result) ?? sentenceOf(name, removes, load) }
  })
}

/** Returns what a job came to; null for one that has not ended. An earlier version stored texts. */
function readResult(result: string): string | null {
  if (!result.startsWith('{')) return result || null
  const { message, values } = JSON.parse(result) as StoredSentence
  return t(message, values)
}

function sentenceOf(
  country: string,
  removes: boolean,
  { state, done, total }: Omit<LoadRow, 'removes' | 'result'>,
): string {
  if (state === 'failed')
    return removes
      ? t('{country} was not removed: the server stopped meanwhile. Please try again.', { country })
      : t('{country} was not added: the server stopped meanwhile. Please try again.', { country })
  if (state === 'waiting' || removes) return soon(country, removes)
  if (total === 0) return t('The towns of {country} are being read.', { country })
  return t('{done} of {total, plural, one {# town} other {# towns}} of {country} are stored.', {
    done,
    total,
    country,
  })
}

/** Says that a country will be added or removed. */
export const soon = (country: string, removes: boolean): string =>
  removes
    ? t('{country} will be removed in a moment.', { country })
    : t('{country} will be added in a moment.', { country })

/** Returns the job `load_country`. What is wrong is said on the screen, and nothing has changed then. */
export const createCountryLoader = (database: Database, log: Logger) =>
  async function loadCountry(payload: unknown): Promise<void> {
    const job = JobSchema.parse(payload)
    const { code } = job
    const note = (changes: Pick<LoadRow, 'state'> & Partial<LoadRow>) => {
      const { state, done = 0, total = 0, result = '' } = changes
      return sql`
        update country_load set state = ${state}, done = ${done}, total = ${total}, result = ${result}, changed = clock_timestamp()
        where code = ${code}`.execute(database.kysely)
    }
    await note({ state: 'running' })
    try {
      const result = await changeCountry(database, job, (done, total) =>
        note({ state: 'running', done, total }),
      )
      await note({ state: 'done', result: JSON.stringify(result) })
    } catch (error) {
      const isExpected = error instanceof AppError
      if (!isExpected) log.error({ err: error, code }, 'Could not change a country.')
      const { CountryError } = await import('../load-country.ts')
      const result = error instanceof CountryError ? error.sentence : { message: failed, values: {} }
      await note({ state: 'failed', result: JSON.stringify(result) })
    }
  }

const failed = msg(
  'This did not work, and nothing has changed. Please try again; the log of the server has the cause.',
)

/** Returns what it came to. */
async function changeCountry(
  database: Database,
  { code, removes, minPopulation, actor }: LoadJob,
  onProgress: (done: number, total: number) => Promise<unknown>,
): Promise<StoredSentence> {
  // Loaded when needed: it brings the time zones of all coordinates.
  const { addCountry, removeCountry } = await import('../load-country.ts')
  const target = { type: 'place', id: code } as const
  if (removes) {
    const removed = await removeCountry(database, code)
    await recordAudit(database.kysely, actor, [{ action: 'country.remove', target, before: removed }])
    return {
      message: msg('Removed {country} with {towns, plural, one {# town} other {# towns}}.'),
      values: { country: removed.name, towns: removed.towns },
    }
  }
  const added = await addCountry(database, code, {
    minPopulation,
    onProgress: async (done, total) => void (await onProgress(done, total)),
  })
  await recordAudit(database.kysely, actor, [
    { action: 'country.add', target, after: { ...added, minPopulation } },
  ])
  return {
    message: msg(
      '{country} has {towns, plural, one {# town} other {# towns}}, of which {added, plural, one {# is} other {# are}} new.',
    ),
    values: { country: added.name, towns: added.towns, added: added.added },
  }
}
