/** Test data for the dashboard, and locators of its parts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../src/server/platform/database/database.ts'
import type { ReportReason } from '../../../src/shared/report-reasons.ts'
import { createListing, type ListingOverrides } from '../data/factories.ts'

type ReportOptions = {
  reason?: ReportReason
  note?: string
  /** The reporter's email. By default each report is from a different visitor. */
  by?: string
  daysAgo?: number
}

/** Creates a listing with these reports, in the status that they lead to. Returns its id. */
export async function createReportedListing(
  database: Database,
  overrides: ListingOverrides,
  reports: ReportOptions[] = [{}],
): Promise<string> {
  const status = reports.length >= 3 ? 'hidden' : 'reported'
  const id = await createListing(database, { status, ...overrides })
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

/** Returns a new email address: tests share a site, so each searches for its own data only. */
let emailCount = 0
export function uniqueEmail(prefix: string): string {
  emailCount += 1
  return `${prefix}-${process.pid}-${emailCount}@example.com`
}

const main = (page: Page) => page.getByRole('main')
/** Some tabs say how many cases wait in them. */
export const tab = (page: Page, name: string) =>
  page.getByRole('tab', { name: RegExp(`^${name}( \\(\\d+\\+?\\))?$`) })
/** The rows of the open tab's list. */
export const rows = (page: Page) =>
  main(page)
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
export const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
/** Matches the start of the name, because buttons in rows add what they act on. */
export const button = (within: Page | ReturnType<typeof row>, name: string) =>
  within.getByRole('button', { name: RegExp(`^${name}\\b`) })
export const dialog = (page: Page) => page.getByRole('dialog')

const toasts = (page: Page) => page.locator('[data-sonner-toast]')

export async function expectToast(page: Page, text: string | RegExp) {
  await expect(toasts(page).filter({ hasText: text }).first()).toBeVisible()
}

/** Clicks *Undo* in the newest toast. */
export async function undo(page: Page) {
  await toasts(page).getByRole('button', { name: 'Undo' }).first().click()
}
