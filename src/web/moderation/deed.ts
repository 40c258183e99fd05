const words: Record<string, string> = {
  'listing.approve': 'Approved',
  'listing.hide': 'Hid',
  'listing.remove': 'Deleted',
  'listing.edit': 'Edited',
  'listing.restore': 'Took back what was done to',
  'account.suspend': 'Suspended',
  'account.lift': 'Lifted the suspension of',
  'admin.add': 'Made an admin of',
  'admin.remove': 'Took the admin rights from',
  'reasons.change': 'Changed the list of reasons',
  'message.done': 'Marked as done',
  'message.resend': 'Sent again',
  'message.remove': 'Deleted',
  'authz.denied': 'Was refused to change',
}

/** What was done, as the beginning of a sentence that ends with its target. */
export const deedOf = (action: string): string => words[action] ?? action
