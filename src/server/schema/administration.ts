/** What queries name through Kysely of the tables of the admins: reports, decisions, and backups. */
import type { Generated, GeneratedAlways } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    report: {
      id: string
      listing_id: string
      reporter_id: string | null
      visitor_hash: string | null
      network_hash: Generated<string | null>
      reason: string
      note: string
    }
    removal_reason: { position: number; text: string }
    audit_entry: {
      id: GeneratedAlways<number>
      at: Generated<string>
      actor_id: string | null
      actor_address: string
      action: string
      target_type: string
      target_id: string
      before: string | null
      after: string | null
      reason: string
      undoes: number | null
    }
    backup_run: {
      id: GeneratedAlways<number>
      started: string
      finished: Generated<string>
      location: string
      scheduled: boolean
      encrypted: boolean
      bytes: number | null
      error: Generated<string>
    }
  }
}
