/**
 * Reply addresses contain a token that names one participant of one conversation, so an address ends with the participant's
 * row.
 */
import { createIdTokens } from '../../platform/id-tokens.ts'

const localPart = /^reply\+([a-z2-7]{45})$/

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>

export function createReplyAddresses(secret: string, domain: string) {
  const tokens = createIdTokens(secret, 'reply addresses')
  return {
    /** The address to which this participant replies. */
    addressOf: (participantId: string): string => `reply+${tokens.create(participantId)}@${domain}`,

    /** Returns the participant's id, or null if this is no reply address of ours. */
    participantOf(address: string): string | null {
      const at = address.lastIndexOf('@')
      if (address.slice(at + 1).toLowerCase() !== domain) return null
      const token = localPart.exec(address.slice(0, at).toLowerCase())?.[1]
      return token === undefined ? null : tokens.read(token)
    },
  }
}
