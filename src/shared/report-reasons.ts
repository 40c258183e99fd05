import type { ReportReason } from './moderation.ts'

/** What each reason is called, in the order in which they are offered. */
export const reportReasonLabels: Record<ReportReason, string> = {
  spam: 'Spam',
  scam: 'Scam or fraud',
  'wrong-category': 'Wrong category',
  duplicate: 'Duplicate',
  offensive: 'Offensive',
  'not-available': 'No longer available',
  other: 'Other',
}
