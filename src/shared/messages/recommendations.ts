/** Recommendations, reports about people, and seller pages. */
export const recommendations = {
  own: 'You can’t recommend yourself.',
  needsMessages:
    'You can recommend someone after you write to them about an ad while signed in, and they answer.',
  nextDay: 'You can recommend someone one day after your first message to them. Please come back tomorrow.',
  newAccount: (days: number, day: string) =>
    `Your account must be ${days} days old before you can recommend someone. You can do it from ${day} on.`,
  newSeller: (day: string) =>
    `This person joined less than a week ago. You can recommend them from ${day} on.`,
  sameNetwork:
    'You and this person use the same network, so we can’t tell that you are two people. If you think this is a mistake, please contact us.',
  oncePerYear: (day: string) => `You can recommend the same person once a year, next on ${day}.`,
  hidden: 'A moderator hid this recommendation, so it can’t be changed.',
  replyHidden: 'A moderator hid this reply, so it can’t be changed.',
  tooLate: (days: number) => `A recommendation can be changed for ${days} days. You can still delete it.`,
  replyTooLate: (days: number) => `A reply can be changed for ${days} days. You can still delete it.`,
  sent: 'Thank you! Your recommendation is online.',
  changed: 'Recommendation saved.',
  deleted: 'Recommendation deleted.',
  replied: 'Reply posted.',
  replyDeleted: 'Reply deleted.',
  reported: 'Thank you! We’ll review it.',
  sellerReported: 'Thank you! We’ll review this person’s page.',
  ownPage: 'This is your own page.',
} as const

export const sellerSettings = {
  reserved: 'This name is reserved. Please choose another one.',
  taken: 'Someone else has this name. Please choose another one.',
  tooMany: (max: number) =>
    `You can use ${max} names, and earlier ones count, because their links lead to your page. Please choose one of them.`,
} as const
