import { sql } from 'kysely'
import { type Database, placeholder } from '../database/database.ts'
import { type BudgetStore, maxSecondsUntilFull } from './budgets.ts'

/** Shares budgets through the unlogged table `request_budget`. Uses the database's clock, which all servers share. */
export const createPostgresStore = ({ preparedQuery }: Database): BudgetStore => ({
  // Each report is a write.
  intervalMs: 1_000,

  async report(reports) {
    const values = {
      keys: reports.map(({ key }) => key),
      spent: reports.map(({ spent }) => spent),
      ages: reports.map(({ age }) => age),
    }
    const rows = await preparedQuery('report budgets', composeReport, values)
    return new Map(rows.map(({ key, fullIn }) => [key, fullIn]))
  },

  async close() {},
})

// A budget that was full has refilled since the spending began. The order of keys keeps two processes that report the same
// clients from waiting for each other in a circle.
const composeReport = () => sql<{ key: string; fullIn: number }>`
  with report as (
    select key, spent * interval '1 second' as spent, statement_timestamp() - age * interval '1 second' as since
    from unnest(${placeholder('keys')}::text[], ${placeholder('spent')}::float8[], ${placeholder('ages')}::float8[])
      as report (key, spent, age)
  )
  insert into request_budget as budget (key, full_at, spent)
  select key, since + spent, spent from report order by key
  on conflict (key) do update set spent = excluded.spent, full_at = least(
    greatest(budget.full_at, excluded.full_at - excluded.spent) + excluded.spent,
    statement_timestamp() + ${sql.lit(`${maxSecondsUntilFull} seconds`)}::interval)
  returning key, greatest(0, extract(epoch from full_at - statement_timestamp()))::float8 as "fullIn"`
