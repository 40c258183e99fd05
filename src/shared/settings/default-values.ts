/** Defaults of settings that more than the table needs. Not in `limits.ts`, which every page loads. */

/** How long data that is no longer needed stays in storage, in days. Cleanup jobs delete it; the privacy page shows it. Admins can change it. */
export const defaultRetention = {
  /** Contact messages marked as done. */
  messages: 180,
  /** Conversations between people, after their latest message. */
  conversations: 365,
  /** Emails that were sent or failed. */
  emails: 30,
  /** Views of contact details on request, after the latest one that counted. */
  contactViews: 30,
  /** From which networks an account was used, as hashes. */
  accountNetworks: 30,
  /** Suspensions of deleted accounts, as hashes of their email and provider IDs. */
  suspensions: 730,
} as const

/** How long listings stay in lists, in days. Operators can change it. */
export const defaultFreshness = {
  /** After a service was posted, edited by its author, or renewed. */
  service: { ask: 60, stale: 75, archive: 90 },
  /** After the end of an event. */
  eventDays: 30,
} as const

/** The categories on the home page, in order (specification, section 2). A catalog without them shows others. */
export const homeCategories = [
  'Beauty & Personal Care Services',
  'Health & Wellness',
  'Event Services',
  'Home Improvement & Repair Services',
  'Pet Services',
  'Educational & Tutoring Services',
  'Cleaning & Maintenance Services',
] as const

/** The states on the home page, in order (specification, section 2). A country without any shows its first ones. */
export const homeStates = ['New York', 'California', 'Florida', 'Texas', 'Georgia', 'Pennsylvania'] as const
