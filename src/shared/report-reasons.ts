/** Why visitors report a listing, in the order of the form. Here and not in `moderation.ts`: pages load this without zod. */
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

export const reportReasonLabels: Record<ReportReason, string> = {
  spam: 'Spam',
  scam: 'Scam or fraud',
  'wrong-category': 'Wrong category',
  duplicate: 'Duplicate',
  offensive: 'Offensive',
  'not-available': 'No longer available',
  other: 'Other',
}
