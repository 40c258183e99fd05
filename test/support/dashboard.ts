/** What journeys through the dashboard start from, and where they find things in it. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../src/server/platform/database/database.ts'
import type { ReportReason } from '../../src/shared/report-reasons.ts'
import { createListing, type ListingOverrides } from './factories.ts'

type ReportGiven = {
  reason?: ReportReason
  note?: string
  /** An email; a visitor of its own unless it is given. */
  by?: string
  daysAgo?: number
}

/** A listing that each of these has reported, as it then is. */
export async function createReported(
  database: Database,
  given: ListingOverrides,
  reports: ReportGiven[] = [{}],
): Promise<string> {
  const id = await createListing(database, { status: reports.length >= 3 ? 'hidden' : 'reported', ...given })
  for (const { reason = 'spam', note = '', by, daysAgo = 0 } of reports) {
    await sql`
      insert into report (id, listing_id, reporter_id, visitor_hash, reason, note, created)
      values (${uuid()}, ${id}, (select id from profile where email = ${by ?? null}),
        ${by ? null : uuid()}, ${reason}, ${note}, now() - ${daysAgo} * interval '1 day')`.execute(
      database.kysely,
    )
  }
  return id
}

export async function statusOf({ kysely }: Database, id: string): Promise<string> {
  const { status } = await kysely
    .selectFrom('listing')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

/** Several journeys share a site: each looks for what is its own. */
let made = 0
export function own(what: string): string {
  made += 1
  return `${what}-${process.pid}-${made}@example.com`
}

const main = (page: Page) => page.getByRole('main')
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The rows of the list of a tab. */
export const rows = (page: Page) =>
  main(page)
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
export const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
/** By the beginning of its name: buttons of rows are named with what they are about. */
export const button = (within: Page | ReturnType<typeof row>, name: string) =>
  within.getByRole('button', { name: RegExp(`^${name}\\b`) })
export const dialog = (page: Page) => page.getByRole('dialog')

/** Told in a corner. */
export async function expectToast(page: Page, text: string | RegExp) {
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: text }).first()).toBeVisible()
}

/** Presses the way back that the newest toast offers. */
export async function undo(page: Page) {
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).first().click()
}
