/** Deletes files that an admin uploaded and never used. Those of earlier settings stay, because a change can be undone. */
import { sql } from 'kysely'
import { delayBackups } from '../../platform/database/backup-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { type PictureFolders, removeSiteFile } from '../media/service.ts'

type Options = { database: Database; pictures: PictureFolders }

export const lookJobs = (options: Options): JobModule => ({
  jobs: { delete_unused_site_files: { run: () => deleteUnusedFiles(options), schedule: '17 4 * * *' } },
})

/** Deletes none while a backup may read them. */
export async function deleteUnusedFiles({ database, pictures }: Options): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    if (!(await delayBackups(tx))) return
    const { rows } = await sql<{ name: string }>`
      delete from site_file file
      where created_at < now() - interval '1 day'
        and not exists (select from setting where value = to_jsonb(file.name))
        -- A wrong setting leaves the one of before in use.
        and not exists (
          select from site_revision, jsonb_each(last_settings) used where used.value = to_jsonb(file.name))
        and not exists (
          select from audit_entry where target_type = 'setting'
            and to_jsonb(file.name) in (before -> target_id, after -> target_id))
      returning name`.execute(tx)
    for (const { name } of rows) await removeSiteFile(pictures.store, name)
  })
}
