/** What personal data the software stores, why, and for how long, as the privacy page shows it. */

import { retentionDays, sessionDays } from '../../../shared/limits.ts'
import type { PageSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'

export type DataRetentionItem = { what: string; stored: string; why: string; until: string }

/** `kept` are the days of the site's setting. */
export const listDataRetention = (kept: PageSettings['retention']): DataRetentionItem[] => [
  {
    what: t('Your account'),
    stored: t(
      'Your name, your email address, your language, and a hash of your password that can’t be turned back into it. If you sign in through another site: which site, and your ID there.',
    ),
    why: t('To let you sign in, and no one else.'),
    until: t('Until you delete your account. If you never confirm your email: {days} days.', {
      days: retentionDays.unverifiedAccounts,
    }),
  },
  {
    what: t('Where you’re signed in'),
    stored: t('For each browser: its name, its IP address, and when you last used it.'),
    why: t('So you can see where you’re signed in on your account page, and sign out other devices.'),
    until: t(
      'Until you log out, or {idle} days after your last visit, but never longer than {max} days. If a moderator suspends your account: codes of the sessions that this ends, for {idle} days, so that those browsers can say why.',
      { idle: sessionDays.idle, max: sessionDays.max },
    ),
  },
  {
    what: t('Networks you use'),
    stored: t(
      'Codes computed with a secret key from the IP addresses from which you signed in, posted, or wrote to someone, and when.',
    ),
    why: t(
      'So that nobody writes to their own ads without an account, or recommends themselves with another one.',
    ),
    until: t('{days} days after you last used a network, or until you delete your account.', {
      days: kept.accountNetworks,
    }),
  },
  {
    what: t('Your profile'),
    stored: t('Your phone number, your address, and a short bio, if you add them.'),
    why: t(
      'For your own use. Our moderators can see it, but it isn’t public, except your bio if you choose to show it on your public page.',
    ),
    until: t('Until you change it or delete your account.'),
  },
  {
    what: t('Your profile photo'),
    stored: t(
      'Two small squares of the photo you upload, without hidden camera data. Not the original file.',
    ),
    why: t('To show people who posted an ad. It’s public.'),
    until: t('Until you replace it, remove it, or delete your account. We then delete it right away.'),
  },
  {
    what: t('Decisions about your ads and your account'),
    stored: t('What was decided, why, when, and what you wrote against it.'),
    why: t('So you can read why, and so that someone else can look at it again.'),
    until: t('Until you delete your account.'),
  },
  {
    what: t('Your ads'),
    stored: t(
      'What you write in them, your account’s email address, and any other contact info you add. Ads are public, including your name and photo, and the year you joined. So is their contact info, unless this site shows it only to people who ask for it, or you choose messages only. A page lists all your public ads. For an event, also its venue, and its online link, which only signed-in people see. For a service, also when you last said that you still offer it, and when we last asked you.',
    ),
    why: t(
      'That’s what this site is for. To make it harder to collect addresses, contact info appears only on the ad’s own page, never in lists.',
    ),
    until: t(
      'Until you delete them. A deleted ad disappears from the site at once and is erased from our storage {days} days later.',
      { days: retentionDays.deletedListings },
    ),
  },
  {
    what: t('Views of ads'),
    stored: t(
      'How many browsers opened an ad on a day. To count each only once, we keep codes computed with a secret key from the network, the name of the browser, and the ad until midnight. Without the key, they can’t be turned back; they differ from ad to ad, and are in no backup. We don’t count programs.',
    ),
    why: t(
      'So that people see how many looked at their ads. Nobody else sees the numbers, and nobody learns who looked.',
    ),
    until: t(
      'The numbers: {days} days, or as long as the ad if that is shorter. The codes: until midnight.',
      { days: retentionDays.listingViews },
    ),
  },
  {
    what: t('Your photos'),
    stored: t(
      'Smaller copies of what you upload. We remove hidden camera data, such as the location, and don’t store the original file. For links to your ad, we create a preview picture when someone shares one, and don’t store it.',
    ),
    why: t('To show them with your ad.'),
    until: t('As long as the ad.'),
  },
  {
    what: t('Your public page'),
    stored: t(
      'The names that you choose for its URL, whether it shows your bio, and whether you answer most messages within a day, which we work out from when you and the people who wrote to you sent messages. The page also shows your name and photo, the year you joined, the town of your newest ad, and recommendations. Search engines list it only if you choose a name for it.',
    ),
    why: t(
      'So that people can see who they’re dealing with. Earlier names lead to your page, so that nobody else can take over its links.',
    ),
    until: t('Until you delete your account.'),
  },
  {
    what: t('Calendars you import'),
    stored: t(
      'The address of each calendar, and what it or a file that you upload says about upcoming events, which you can then post as ads. We read the address about once a day, and don’t store the file. The titles of events that we could not read are kept until the next time. Only you can see it.',
    ),
    why: t('So that you don’t have to type your events again.'),
    until: t(
      'Events that you don’t post: until they’re over. All of it: until you remove the calendar or delete your account.',
    ),
  },
  {
    what: t('Recommendations'),
    stored: t(
      'What you write about people you exchanged messages with, what they reply, and when. Both are public, with your name and photo.',
    ),
    why: t('To help others decide. Only our moderators can hide a recommendation.'),
    until: t(
      'Until you delete it, or until you or the other person deletes the account. If you delete a recommendation, we erase the text and the reply, and remember for up to {days} days that there was one, because there can be one a year.',
      { days: retentionDays.deletedRecommendations },
    ),
  },
  {
    what: t('Reports of people'),
    stored: t(
      'If you report a person or a recommendation: the reason, your note, and your account, or if you aren’t signed in, a code computed from your IP address with a secret key.',
    ),
    why: t('To review it. Only our moderators see reports.'),
    until: t('Until you or the person you reported deletes the account.'),
  },
  {
    what: t('Reports of ads'),
    stored: t(
      'The reason, your note, your account if you’re signed in, and a code computed from your IP address with a secret key. We never store the address itself.',
    ),
    why: t(
      'To review the ad and to count each person only once. Only our moderators see reports. The poster doesn’t.',
    ),
    until: t('As long as the ad.'),
  },
  {
    what: t('Contact info you open'),
    stored: t(
      'On sites that show it on request: which ads’ contact info you opened and when, with your account if you’re signed in, or else with a code computed from your IP address with a secret key.',
    ),
    why: t(
      'To keep programs from collecting addresses, and to tell people how many opened theirs. They never learn who, and neither do our moderators.',
    ),
    until: t('{days} days, or until you delete your account.', { days: kept.contactViews }),
  },
  {
    what: t('Messages between people'),
    stored: t(
      'What you write to people about ads, and what they write to you, with the photos, from which we remove hidden camera data. If you write without an account: your name and email address, too, when you confirmed it, and when we told you that there is an answer. Only the two of you can read a conversation and get its photos. Our moderators see messages if one of you reports the conversation, or if you send the same text or photo to many people.',
    ),
    why: t('To deliver them, and to protect people from scams.'),
    until: t(
      '{days} days after the latest message. If you delete your account, the other person keeps their copy, from “Deleted user” without your name, picture, and contact info, for {later} more days. If you both do, we delete it right away. Ask, and we’ll delete messages that you sent without an account.',
      { days: kept.conversations, later: retentionDays.leftConversations },
    ),
  },
  {
    what: t('Saved ads'),
    stored: t(
      'In your account: which ads, when, and their price at that time. Without an account: nothing, because they stay in your browser. The poster doesn’t learn who saved an ad.',
    ),
    why: t('To show them to you, and to email you about them if you want that.'),
    until: t('Until you remove them, the ad is erased, or you delete your account.'),
  },
  {
    what: t('Events you go to'),
    stored: t(
      'Which events and dates you are interested in or going to, when you said so, and whether you show your name. Everyone sees how many people go, and your name only if you show it. If an event takes registrations: also your place or since when you wait for one, your answers to the organizer’s questions, and when you came. The organizer sees these and your name, and their browser keeps the list at the door until they sign out, or the day after the event.',
    ),
    why: t(
      'So that others know who goes, so that the organizer knows who comes, and to remind you by email if you want that.',
    ),
    until: t('Until you take it back, the event is erased, or you delete your account.'),
  },
  {
    what: t('Messages to us'),
    stored: t('Your name, your email address, and what you wrote on the contact page.'),
    why: t('To reply to you.'),
    until: t('At most {days} days after we’ve dealt with them. Ask, and we’ll delete them right away.', {
      days: kept.messages,
    }),
  },
  {
    what: t('Emails we send you'),
    stored: t('The address and the time. The content is encrypted until we send it, and then erased.'),
    why: t('To find out what happened if an email doesn’t arrive.'),
    until: t(
      '{days} days. If someone entered your address to write about an ad and you didn’t confirm it: a code computed from it with a secret key for {more} more days, or {silent} days if you told us that it wasn’t you, so that you get no more of these emails.',
      { days: kept.emails, more: retentionDays.answerNotices, silent: kept.conversations },
    ),
  },
  {
    what: t('Saved searches'),
    stored: t(
      'What you searched for, with the name of the town instead of your location, or whom or which venue you follow, how often you want an email, and the ads we found. If you turn on notifications: the address at which your browser receives them, and its key.',
    ),
    why: t('To tell you about new ads.'),
    until: t(
      'Until you delete the search or your account. A browser’s address: until you turn off notifications or the browser no longer accepts them.',
    ),
  },
  {
    what: t('Email choices'),
    stored: t('Which emails you turned on or off on your account page.'),
    why: t('To send you only the emails you want.'),
    until: t('Until you change them or delete your account.'),
  },
  {
    what: t('Sign-in and other attempts'),
    stored: t(
      'How often an IP address or an account tried to sign in, post, report, or message us, and whether it has just opened many pages.',
    ),
    why: t('To slow down anyone who guesses passwords or floods the site.'),
    until: t('{days, plural, =1 {One day.} other {# days.}}', { days: retentionDays.rateLimitHits }),
  },
  {
    what: t('Moderation decisions'),
    stored: t('Which moderator did what, when and why, and from which IP address.'),
    why: t('So that moderators are accountable and mistakes can be undone.'),
    until: t(
      'As long as the site exists. Accounts appear only as a number, which identifies no one once the account is deleted.',
    ),
  },
  {
    what: t('Suspensions'),
    stored: t(
      'If you delete an account while it’s suspended: why it was suspended, and codes computed with a secret key from its email address and its IDs at other sign-in sites. We can’t turn them back into the address or the IDs.',
    ),
    why: t('So that a suspension doesn’t end by signing up again.'),
    until: t('{period} after you delete the account, or until a moderator lifts the suspension.', {
      period: periodOf(kept.suspensions),
    }),
  },
  {
    what: t('Server logs'),
    stored: t(
      'Which page was requested, when, from which IP address, and with which browser. Not what you searched for, and not who you are.',
    ),
    why: t('To find errors and attacks.'),
    until: t('Only as long as that takes.'),
  },
]

const periodOf = (days: number) =>
  days > 365 && days % 365 === 0
    ? t('{count, plural, one {# year} other {# years}}', { count: days / 365 })
    : t('{count, plural, one {# day} other {# days}}', { count: days })
