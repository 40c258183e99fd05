/** Detects the languages of ads again, after those of the site have changed. */
import { sql } from 'kysely'
import { adLanguagesOf } from '../../../shared/ad-languages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { detectLanguage } from './language.ts'

/** The languages of the site before and after, as tags. */
export type LanguageChange = { from: readonly string[]; to: readonly string[] }

/** Takes some 50 ms. A change of more than 200 ads at once empties the cache of pages. */
const batchSize = 100

type Row = { id: string; title: string; description: string; language: string }

/** Changes the ads whose languages were detected. Can be repeated. */
export async function detectAgain(connection: Connection, { from, to }: LanguageChange): Promise<void> {
  const [before, after] = [adLanguagesOf(from), adLanguagesOf(to)]
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row>`
      select id, title, description, language from listing where id > ${last} and status <> 'deleted'
      order by id limit ${sql.lit(batchSize)}`.execute(connection)
    const changed = rows.flatMap(({ id, title, description, language }) => {
      const text = `${title}. ${description}`
      // Its author chose another one. On a site with one language, nobody could.
      if (before.length > 1 && detectLanguage(text, before) !== language) return []
      const detected = detectLanguage(text, after)
      return detected === language ? [] : [{ id, language, detected }]
    })
    if (changed.length > 0)
      await sql`
        update listing set language = detected
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (id uuid, language text, detected text)
        where listing.id = changed.id and listing.language = changed.language`.execute(connection)
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = end.id
  }
}
