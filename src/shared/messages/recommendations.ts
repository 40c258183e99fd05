/** Recommendations, reports about people, and seller pages. */
import { msg, t } from '../translate.ts'
export const recommendations = {
  own: msg('You can’t recommend yourself.'),
  needsMessages: msg(
    'You can recommend someone after you write to them about an ad while signed in, and they answer.',
  ),
  nextDay: msg(
    'You can recommend someone one day after your first message to them. Please come back tomorrow.',
  ),
  newAccount: (days: number, day: string) =>
    t('Your account must be {days} days old before you can recommend someone. You can do it from {day} on.', {
      days,
      day,
    }),
  newSeller: (day: string) =>
    t('This person joined less than a week ago. You can recommend them from {day} on.', { day }),
  sameNetwork: msg(
    'You and this person use the same network, so we can’t tell that you are two people. If you think this is a mistake, please contact us.',
  ),
  oncePerYear: (day: string) => t('You can recommend the same person once a year, next on {day}.', { day }),
  hidden: msg('A moderator hid this recommendation, so it can’t be changed.'),
  replyHidden: msg('A moderator hid this reply, so it can’t be changed.'),
  tooLate: (days: number) =>
    t('A recommendation can be changed for {days} days. You can still delete it.', { days }),
  replyTooLate: (days: number) =>
    t('A reply can be changed for {days} days. You can still delete it.', { days }),
  sent: msg('Thank you! Your recommendation is online.'),
  changed: msg('Recommendation saved.'),
  deleted: msg('Recommendation deleted.'),
  replied: msg('Reply posted.'),
  replyDeleted: msg('Reply deleted.'),
  reported: msg('Thank you! We’ll review it.'),
  sellerReported: msg('Thank you! We’ll review this person’s page.'),
  ownPage: msg('This is your own page.'),
} as const

export const sellerSettings = {
  reserved: msg('This name is reserved. Please choose another one.'),
  taken: msg('Someone else has this name. Please choose another one.'),
  tooMany: (max: number) =>
    t(
      'You can use {max} names, and earlier ones count, because their links lead to your page. Please choose one of them.',
      { max },
    ),
} as const
