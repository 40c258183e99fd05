import type { Conversation } from '../../shared/conversation.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text-link.tsx'
import { unnamed } from './conversation-list.tsx'

/** Who the conversation is with, and the ad that it is about. */
export function ConversationHeading({ conversation }: { conversation: Conversation }) {
  const { title, listing } = conversation
  return (
    <>
      <h1 dir="auto" className="free-text mt-2 text-2xl">
        {conversation.with ?? unnamed}
      </h1>
      <p dir="auto" className="free-text mt-1 mb-6 text-soft">
        {'About '}
        {listing?.isPublic ? (
          <TextLink href={paths.listing(listing.kind, listing.id)}>{title}</TextLink>
        ) : (
          title
        )}
        {!listing?.isPublic && ' (this ad is no longer online)'}
      </p>
    </>
  )
}
