/** Why visitors report a listing, in the order of the form. Here and not in `moderation.ts`: pages load this without zod. */
import { type Message, msg } from './translate.ts'
export const reportReasons = [
  'spam',
  'scam',
  'wrong-category',
  'duplicate',
  'offensive',
  'not-available',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportReasonLabels: Record<ReportReason, Message> = {
  spam: msg('Spam'),
  scam: msg('Scam or fraud'),
  'wrong-category': msg('Wrong category'),
  duplicate: msg('Duplicate'),
  offensive: msg('Offensive'),
  'not-available': msg('No longer available'),
  other: msg('Other'),
}
