import type { Generated } from 'kysely'

/**
 * The tables and columns that queries name through Kysely. `src/server/schema/` adds those of the product, and
 * `migrations/schema.sql` shows all. Days are `2026-11-20` strings, timestamps `2026-11-20T15:04:05.123Z` strings, prices numbers.
 */
export interface DatabaseSchema {
  outbox_email: {
    id: Generated<string>
    recipient: string
    encrypted_content: string
    kind: string
    reply_to: Generated<string>
    status: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: Generated<string>
    created: Generated<string>
    finished: Generated<string | null>
    subscription_kind: string | null
    subscription_id: string | null
  }
  running_server: { id: string; name: string; settings: Record<string, string>; seen: Generated<string> }
}
