/** The emails of the site: what each is about, and the variables of its subject and its text. */
import type { TextEntry, TextVariable } from './entry.ts'

const variable = (help: string, sample: string): TextVariable => ({ help, sample })

const link = (help: string) => variable(help, '/account')
const sender = variable('The name of who wrote, shortened.', 'Ben Okafor')
const writer = variable('The name of who wrote.', 'Ben Okafor')
const title = variable('The title of the ad.', 'Piano lessons')
const reason = variable('The reason, if there is one.', 'This is the same ad as another one.')
const shortTitle = variable('The title of the event, shortened.', 'Flea market')

const email = <const Variables extends Record<string, TextVariable>>(
  label: string,
  variables: Variables,
  required: (keyof Variables & string)[] = Object.keys(variables).filter((name) => name.includes('link')),
) => ({ label, group: 'emails', variables, required }) satisfies TextEntry

const conversation = {
  sender,
  writer,
  ad: variable('Which ad, shortened.', 'your ad “Piano lessons”'),
  full_ad: variable('Which ad.', 'your ad “Piano lessons”'),
  message: variable('What they wrote.', 'Is Tuesday possible?\n\nAt five?'),
  reply_rule: variable(
    'What a reply to the email shows of the address.',
    'Reply to this email to answer. The site hides your email address. Attachments are not passed on.',
  ),
}

export const emailTexts = {
  'verify-email': email('Confirm the address of a new account', {
    link: link('Confirms the address.'),
  }),
  'reset-password': email('Reset the password', { link: link('Leads to the form for a new password.') }),
  'email-link': email('Sign in without a password', { link: link('Signs in.') }),
  'someone-signed-up': email('Someone signed up with an address that has an account', {}),
  'password-changed': email('The password was changed', {}),
  'confirm-new-email': email('Confirm another address', { link: link('Confirms the address.') }),
  'email-changed': email('The address was changed', {
    new_email: variable('The new address.', 'ann@example.org'),
  }),
  'accept-admin-invitation': email('The last step to become an admin', {
    link: link('Makes the person an admin.'),
  }),
  'admin-rights-active': email('Someone became an admin', {}),
  'admin-rights-active-no-password': email('Someone became an admin, and earlier passwords were removed', {}),
  'admin-invitation': email('An invitation to be an admin', { link: link('Leads to the form to sign up.') }),
  'admin-added': email('Someone with an account was made an admin', {}),
  'contact-message': email(
    'A message of the contact form, to you',
    {
      sender,
      writer: variable('The name and the address of who wrote.', 'Ben Okafor <ben@example.org>'),
      message: variable('What they wrote.', 'Hello!'),
    },
    ['writer', 'message'],
  ),
  'conversation-message': email(
    'A message about an ad',
    { ...conversation, link: link('The conversation.') },
    ['message', 'reply_rule', 'link'],
  ),
  'visitor-conversation-message': email(
    'A message about an ad, to someone without an account',
    { ...conversation, link: link('Ends the conversation.') },
    ['message', 'reply_rule', 'link'],
  ),
  'answer-notice': email('There is an answer, to an address that is not confirmed', {
    link: link('Confirms the address, and shows the answer.'),
    stop_link: link('Stops these emails.'),
  }),
  recommendation: email('Someone recommended the person', {
    sender,
    writer,
    recommendation: variable('What they wrote.', 'Patient, and always on time.'),
    link: link('The recommendation.'),
  }),
  'listing-hide': email('An ad was hidden', { title, reason, link: link('The ads of the person.') }, [
    'reason',
    'link',
  ]),
  'listing-remove': email('An ad was removed', { title, reason }, ['reason']),
  'listing-restore': email('An ad is live again', { title, link: link('The ads of the person.') }),
  'account-suspend': email('An account was suspended', { reason }, ['reason']),
  'account-lift': email('An account is no longer suspended', {}),
  'recommendation-hide': email('A recommendation was hidden', { reason, link: link('The recommendation.') }, [
    'reason',
    'link',
  ]),
  'recommendation-reply-hide': email(
    'A reply to a recommendation was hidden',
    { reason, link: link('The recommendation.') },
    ['reason', 'link'],
  ),
  'search-alert': email(
    'New ads for a saved search',
    {
      news: variable('What is new, shortened.', '2 new ads for “Piano”'),
      count: variable('How many ads are new.', 'There are 2 new ads'),
      search: variable('What the person calls the search.', 'Piano'),
      ads: variable('The list of ads.', 'Piano lessons\nAustin, Texas · $35 per hour'),
      all_ads: variable('See all ads, or how many more.', 'See all ads'),
      link: link('All ads that match.'),
    },
    ['ads', 'link'],
  ),
  'event-changed': email(
    'An event has changed',
    {
      headline: variable('The change in a word or two.', 'New date'),
      short_title: shortTitle,
      title: variable('The title of the event.', 'Flea market'),
      changes: variable('What has changed.', 'New time: 7 PM\nBefore: 6 PM'),
      link: link('The event, if it still has a page.'),
      calendar_hint: variable(
        'How to update a calendar, if that helps.',
        'If it’s in your calendar, add it again from its page to update it.',
      ),
    },
    ['changes', 'link'],
  ),
  'event-reminder': email(
    'An event is tomorrow',
    {
      short_title: shortTitle,
      title: variable('The title of the event.', 'Flea market'),
      when_and_where: variable('The times and the place.', 'Tuesday, December 1, 2026\nAustin, Texas'),
      calendar_link: variable('The event as a file for calendars.', 'Add it to your calendar'),
      link: link('The event.'),
    },
    ['when_and_where', 'link'],
  ),
  'event-place': email(
    'Someone has a place at an event',
    {
      short_title: shortTitle,
      title: variable('The title of the event.', 'Flea market'),
      when_and_where: variable('The times and the place.', 'Tuesday, December 1, 2026\nAustin, Texas'),
      code: variable('The code at the door, also as a picture below the text.', 'K7QM 2XRA'),
      calendar_link: variable('The event as a file for calendars.', 'Add it to your calendar'),
      link: link('The event.'),
    },
    ['when_and_where', 'code', 'link'],
  ),
  'saved-ads-news': email(
    'News about saved ads',
    {
      ads: variable('One ad, or several.', 'ads'),
      news: variable('The news, ad by ad.', '“Piano lessons”\nPrice drop: now $30, was $40'),
      more: variable('How many other ads have news, if any.', '2 other saved ads'),
      link: link('The saved ads.'),
    },
    ['news', 'link'],
  ),
  'queue-waiting': email(
    'What waits for admins',
    {
      count: variable('How many cases wait.', '3 cases'),
      cases: variable('What waits, by kind.', '2 reported services\n1 held message'),
      oldest: variable('Since when the oldest waits.', '2 days'),
      link: link('The queue.'),
    },
    ['link'],
  ),
  'ad-statistics': email(
    'The week of one’s ads',
    {
      views: variable('How often people viewed the ads.', '34 views'),
      ads: variable('The numbers, ad by ad.', '“Piano lessons”\n34 views, 3 saves, 1 message'),
      more: variable('How many other ads have numbers, if any.', '2 other ads'),
      link: link('The person’s ads, with the numbers of each day.'),
    },
    ['ads', 'link'],
  ),
  'service-question': email(
    'Is a service still offered?',
    {
      title,
      stale_on: variable('When lists show it in gray.', 'December 5, 2026'),
      archived_on: variable('When it leaves the lists.', 'December 20, 2026'),
      link: link('Says that it is still offered.'),
    },
    ['archived_on', 'link'],
  ),
  'services-question': email(
    'Are several services still offered?',
    {
      count: variable('How many services.', '3'),
      stale_on: variable('When lists show them in gray.', 'December 5, 2026'),
      archived_on: variable('When they leave the lists.', 'December 20, 2026'),
      services: variable('A link for each service.', 'Yes, I still offer “Piano lessons”'),
      other_services: variable('See the other services.', 'See my services'),
    },
    ['archived_on', 'services'],
  ),
}

export type EmailKey = keyof typeof emailTexts
export type EmailVariable<Key extends EmailKey> = keyof (typeof emailTexts)[Key]['variables'] & string
