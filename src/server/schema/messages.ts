/** What queries name through Kysely of the tables of messages between people and to the admins. */
import type { Generated } from 'kysely'
import type { ParticipantRole } from '../../shared/conversation.ts'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
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
    }
    conversation_participant: {
      id: Generated<string>
      conversation_id: string
      role: ParticipantRole
      profile_id: string | null
      visitor_name: string | null
      visitor_email: string | null
      last_message: string | null
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
    }
    conversation_report: {
      conversation_id: string
      role: ParticipantRole
      reason: string
      note: string
    }
  }
}
