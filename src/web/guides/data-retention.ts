/** What personal data the software stores, why, and for how long, as the privacy page shows it. */
import { retentionDays, sessionDays } from '../../shared/limits.ts'

export type DataRetentionItem = { what: string; stored: string; why: string; until: string }

export const dataRetention: readonly DataRetentionItem[] = [
  {
    what: 'Your account',
    stored:
      'Name, email address, and a scrambled form of your password that cannot be turned back into it; or, if you sign in through another site, which one it is and what it calls you.',
    why: 'To let you in and nobody else.',
    until: 'Until you delete your account.',
  },
  {
    what: 'Where you are signed in',
    stored: 'For each browser: its name, its network address, and when you used it last.',
    why: 'So that you can see on your account page where you are signed in, and end it.',
    until: `Until you log out; otherwise ${sessionDays.idle} days after you were last here, and never beyond ${sessionDays.max} days.`,
  },
  {
    what: 'Your profile',
    stored: 'Phone, address and a few words about you, if you add them.',
    why: 'For you to keep; the people who look after this site can see it. It is not public.',
    until: 'Until you change it, or delete your account.',
  },
  {
    what: 'Your ads',
    stored:
      'What you write in them, with the email address of your account and any other contact that you add. Ads are public, and so is the contact on them.',
    why: 'That is what the board is for. To make it harder to collect addresses, contacts stand on the page of the ad only, never in lists.',
    until: `Until you delete them. A deleted ad is gone from the site at once, and from our storage for good ${retentionDays.deletedListings} days later.`,
  },
  {
    what: 'Your pictures',
    stored:
      'Smaller copies made from what you upload. What a camera hides in a picture, such as where it was taken, is left out, and the file that you sent is not kept. For links to your ad a preview is drawn from it, which is kept for a week at most.',
    why: 'To show them with your ad.',
    until: 'As long as the ad.',
  },
  {
    what: 'Reports of ads',
    stored:
      'The reason, your note, and your account. If you are not signed in: a code computed from your network address with a secret key, never the address itself.',
    why: 'To look into it, and to count each person once. Only the people who look after this site see it; the author of the ad does not.',
    until: 'As long as the ad.',
  },
  {
    what: 'Messages to us',
    stored: 'Name, email address and what you wrote on the contact page.',
    why: 'To answer you.',
    until: `At most ${retentionDays.messages} days after it has been dealt with. Ask, and we delete it at once.`,
  },
  {
    what: 'Mail that we send you',
    stored: 'To which address and when. What it says is encrypted while it waits, and wiped once it is sent.',
    why: 'To find out what happened when mail does not arrive.',
    until: `${retentionDays.emails} days.`,
  },
  {
    what: 'Tries',
    stored: 'How often a network address or an account tried to sign in, post, report, or write to us.',
    why: 'To slow down whoever guesses passwords or floods the board.',
    until: retentionDays.rateLimitHits === 1 ? 'One day.' : `${retentionDays.rateLimitHits} days.`,
  },
  {
    what: 'What was decided about ads and accounts',
    stored:
      'Which of the people who look after this site did what, when and why, and from which network address.',
    why: 'So that they answer for it, and mistakes can be undone.',
    until:
      'As long as the site exists. Accounts are named by a number only, which means nobody once the account is deleted.',
  },
  {
    what: 'The log of the server',
    stored: 'Which address of the site was asked for, when, and from which network address.',
    why: 'To find faults and attacks.',
    until: 'Only as long as that takes.',
  },
]
