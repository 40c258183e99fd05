/** The tables of messages between people and to the admins. `migrations/` defines them. */
import type { Generated } from 'kysely'
import type { ParticipantRole } from '../../shared/conversation.ts'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    contact_view: {
      id: string
      listing_id: string
      profile_id: string | null
      network_hash: string | null
      viewed: Generated<string>
    }
    contact_message: {
      id: string
      name: string
      email: string
      message: string
      status: Generated<'new' | 'sent' | 'failed' | 'done'>
      created: Generated<string>
      email_id: string | null
      resolved: Generated<string | null>
    }
    conversation: {
      id: string
      listing_id: string | null
      listing_title: string
      created: Generated<string>
    }
    conversation_participant: {
      id: Generated<string>
      conversation_id: string
      role: ParticipantRole
      profile_id: string | null
      visitor_name: string | null
      visitor_email: string | null
      unread: Generated<number>
      muted: Generated<boolean>
      blocked: Generated<boolean>
      last_message: string | null
      confirmed: Generated<string | null>
    }
    conversation_message: {
      id: string
      conversation_id: string
      role: ParticipantRole
      text: string
      channel: 'site' | 'email'
      fingerprint: Buffer
      source_hash: Buffer | null
      held: Generated<boolean>
      email_id: string | null
      created: Generated<string>
    }
    conversation_report: {
      conversation_id: string
      role: ParticipantRole
      reason: string
      note: string
      resolved: Generated<string | null>
      created: Generated<string>
    }
  }
}
