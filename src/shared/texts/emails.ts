/** The emails of the site: what each is about, and the variables of its subject and its text. */
import { countCases } from '../case-sources.ts'
import { formatTime } from '../event-times.ts'
import { formatDay, formatEventDays } from '../format.ts'
import { roleLabels } from '../messages/roles.ts'
import { type Message, msg, t } from '../translate.ts'
import type { TextEntry, TextVariable } from './entry.ts'

const variable = (help: Message, sample: TextVariable['sample']): TextVariable => ({ help, sample })

const link = (help: Message) => variable(help, '/account')
const sender = variable(msg('The name of who wrote, shortened.'), 'Ben Okafor')
const writer = variable(msg('The name of who wrote.'), 'Ben Okafor')
const title = variable(msg('The title of the ad.'), () => t('Piano lessons'))
const reason = variable(msg('The reason, if there is one.'), () => t('This is the same ad as another one.'))
const shortTitle = variable(msg('The title of the event, shortened.'), () => t('Flea market'))

const email = <const Variables extends Record<string, TextVariable>>(
  label: Message,
  variables: Variables,
  required: (keyof Variables & string)[] = Object.keys(variables).filter((name) => name.includes('link')),
) => ({ label, group: 'emails', variables, required }) satisfies TextEntry

const role = variable(msg('What the person becomes.'), () => t(roleLabels.admin))

const conversation = {
  sender,
  writer,
  ad: variable(msg('Which ad, shortened.'), () => t('your ad “{title}”', { title: t('Piano lessons') })),
  full_ad: variable(msg('Which ad.'), () => t('your ad “{title}”', { title: t('Piano lessons') })),
  message: variable(msg('What they wrote.'), () => t('Is Tuesday possible?\n\nAt five?')),
  reply_rule: variable(msg('What a reply to the email shows of the address.'), () =>
    t('Reply to this email to answer. The site hides your email address. Attachments are not passed on.'),
  ),
}

/** What the emails about decisions say. Texts from before appeals have only the reason and the link. */
const statement = {
  reason,
  decision: variable(msg('Who decided, and when.'), () =>
    t('A moderator decided this on {day}.', { day: formatDay('2026-12-01') }),
  ),
  appeal: variable(msg('How to appeal, and until when.'), () => t('You can appeal on that page.')),
  link: link(msg('The decision, on the account page.')),
}
const appealOutcome = variable(msg('What was decided.'), () => t('The decision stands.'))
const statementRequired: (keyof typeof statement)[] = ['reason', 'link']

export const emailTexts = {
  'verify-email': email(msg('Confirm the address of a new account'), {
    link: link(msg('Confirms the address.')),
  }),
  'reset-password': email(msg('Reset the password'), {
    link: link(msg('Leads to the form for a new password.')),
  }),
  'email-link': email(msg('Sign in without a password'), { link: link(msg('Signs in.')) }),
  'someone-signed-up': email(msg('Someone signed up with an address that has an account'), {}),
  'password-changed': email(msg('The password was changed'), {}),
  'confirm-new-email': email(msg('Confirm another address'), { link: link(msg('Confirms the address.')) }),
  'email-changed': email(msg('The address was changed'), {
    new_email: variable(msg('The new address.'), 'ann@example.org'),
  }),
  'accept-admin-invitation': email(msg('The last step to become an admin or a moderator'), {
    role,
    link: link(msg('Gives the person the rights.')),
  }),
  'admin-rights-active': email(msg('Someone became an admin or a moderator'), { role }),
  'admin-rights-active-no-password': email(
    msg('Someone became an admin or a moderator, and earlier passwords were removed'),
    { role },
  ),
  'admin-invitation': email(msg('An invitation to be an admin or a moderator'), {
    role,
    link: link(msg('Leads to the form to sign up.')),
  }),
  'admin-added': email(msg('Someone with an account was made an admin or a moderator'), { role }),
  'contact-message': email(
    msg('A message of the contact form, to you'),
    {
      sender,
      writer: variable(msg('The name and the address of who wrote.'), 'Ben Okafor <ben@example.org>'),
      message: variable(msg('What they wrote.'), () => t('Hello!')),
    },
    ['writer', 'message'],
  ),
  'conversation-message': email(
    msg('A message about an ad'),
    { ...conversation, link: link(msg('The conversation.')) },
    ['message', 'reply_rule', 'link'],
  ),
  'visitor-conversation-message': email(
    msg('A message about an ad, to someone without an account'),
    { ...conversation, link: link(msg('Ends the conversation.')) },
    ['message', 'reply_rule', 'link'],
  ),
  'answer-notice': email(msg('There is an answer, to an address that is not confirmed'), {
    link: link(msg('Confirms the address, and shows the answer.')),
    stop_link: link(msg('Stops these emails.')),
  }),
  recommendation: email(msg('Someone recommended the person'), {
    sender,
    writer,
    recommendation: variable(msg('What they wrote.'), () => t('Patient, and always on time.')),
    link: link(msg('The recommendation.')),
  }),
  'listing-hold': email(msg('An ad is under review'), { title, ...statement }, statementRequired),
  'listing-hide': email(msg('An ad was hidden'), { title, ...statement }, statementRequired),
  'listing-remove': email(msg('An ad was removed'), { title, ...statement }, ['reason']),
  'listing-restore': email(msg('An ad is live again'), { title, link: link(msg('The ads of the person.')) }),
  'account-suspend': email(msg('An account was suspended'), statement, ['reason']),
  'appeal-decided': email(msg('An appeal was decided'), {
    outcome: appealOutcome,
    reason,
    link: statement.link,
  }),
  'appeal-reported': email(
    msg('An appeal was decided, to people who reported it'),
    { outcome: appealOutcome },
    ['outcome'],
  ),
  'account-lift': email(msg('An account is no longer suspended'), {}),
  'recommendation-hide': email(
    msg('A recommendation was hidden'),
    { reason, link: link(msg('The recommendation.')) },
    ['reason', 'link'],
  ),
  'recommendation-reply-hide': email(
    msg('A reply to a recommendation was hidden'),
    { reason, link: link(msg('The recommendation.')) },
    ['reason', 'link'],
  ),
  'search-alert': email(
    msg('New ads for a saved search'),
    {
      news: variable(msg('What is new, shortened.'), () =>
        t('{count, plural, one {# new ad} other {# new ads}} for “{search}”', { count: 2, search: 'Piano' }),
      ),
      count: variable(msg('How many ads are new.'), () =>
        t('{count, plural, one {There is # new ad} other {There are # new ads}}', { count: 2 }),
      ),
      search: variable(msg('What the person calls the search.'), 'Piano'),
      ads: variable(msg('The list of ads.'), () => t('Piano lessons\nAustin, Texas · $35 per hour')),
      all_ads: variable(msg('See all ads, or how many more.'), () => t('See all ads')),
      link: link(msg('All ads that match.')),
    },
    ['ads', 'link'],
  ),
  'event-changed': email(
    msg('An event has changed'),
    {
      headline: variable(msg('The change in a word or two.'), () => t('New date')),
      short_title: shortTitle,
      title: variable(msg('The title of the event.'), () => t('Flea market')),
      changes: variable(msg('What has changed.'), () =>
        [
          t('New time: {now}', { now: formatTime('19:00') }),
          t('Before: {old}', { old: formatTime('18:00') }),
        ].join('\n'),
      ),
      link: link(msg('The event, if it still has a page.')),
      calendar_hint: variable(msg('How to update a calendar, if that helps.'), () =>
        t('If it’s in your calendar, add it again from its page to update it.'),
      ),
    },
    ['changes', 'link'],
  ),
  'event-reminder': email(
    msg('An event is tomorrow'),
    {
      short_title: shortTitle,
      title: variable(msg('The title of the event.'), () => t('Flea market')),
      when_and_where: variable(
        msg('The times and the place.'),
        () => `${formatEventDays('2026-12-01', '2026-12-01')}\nAustin, Texas`,
      ),
      calendar_link: variable(msg('The event as a file for calendars.'), () => t('Add it to your calendar')),
      link: link(msg('The event.')),
    },
    ['when_and_where', 'link'],
  ),
  'event-place': email(
    msg('Someone has a place at an event'),
    {
      short_title: shortTitle,
      title: variable(msg('The title of the event.'), () => t('Flea market')),
      when_and_where: variable(
        msg('The times and the place.'),
        () => `${formatEventDays('2026-12-01', '2026-12-01')}\nAustin, Texas`,
      ),
      code: variable(msg('The code at the door, also as a picture below the text.'), 'K7QM 2XRA'),
      calendar_link: variable(msg('The event as a file for calendars.'), () => t('Add it to your calendar')),
      link: link(msg('The event.')),
    },
    ['when_and_where', 'code', 'link'],
  ),
  'saved-ads-news': email(
    msg('News about saved ads'),
    {
      ads: variable(msg('One ad, or several.'), () =>
        t('{count, plural, one {an ad} other {ads}}', { count: 2 }),
      ),
      news: variable(msg('The news, ad by ad.'), () => t('“Piano lessons”\nPrice drop: now $30, was $40')),
      more: variable(msg('How many other ads have news, if any.'), () =>
        t('{count, plural, one {# other saved ad} other {# other saved ads}}', { count: 2 }),
      ),
      link: link(msg('The saved ads.')),
    },
    ['news', 'link'],
  ),
  'queue-waiting': email(
    msg('What waits for admins'),
    {
      count: variable(msg('How many cases wait.'), () => countCases(3)),
      cases: variable(msg('What waits, by kind.'), () =>
        [countCases(2, 'service'), countCases(1, 'message')].join('\n'),
      ),
      oldest: variable(msg('Since when the oldest waits.'), () =>
        t('{count, plural, one {# day} other {# days}}', { count: 2 }),
      ),
      link: link(msg('The queue.')),
    },
    ['link'],
  ),
  'ad-statistics': email(
    msg('The week of one’s ads'),
    {
      views: variable(msg('How often people viewed the ads.'), () =>
        t('{count, plural, one {# view} other {# views}}', { count: 34 }),
      ),
      ads: variable(msg('The numbers, ad by ad.'), () => t('“Piano lessons”\n34 views, 3 saves, 1 message')),
      more: variable(msg('How many other ads have numbers, if any.'), () =>
        t('{count, plural, one {# other ad} other {# other ads}}', { count: 2 }),
      ),
      link: link(msg('The person’s ads, with the numbers of each day.')),
    },
    ['ads', 'link'],
  ),
  'service-question': email(
    msg('Is a service still offered?'),
    {
      title,
      stale_on: variable(msg('When lists show it in gray.'), () => formatDay('2026-12-05')),
      archived_on: variable(msg('When it leaves the lists.'), () => formatDay('2026-12-20')),
      link: link(msg('Says that it is still offered.')),
    },
    ['archived_on', 'link'],
  ),
  'services-question': email(
    msg('Are several services still offered?'),
    {
      count: variable(msg('How many services.'), '3'),
      stale_on: variable(msg('When lists show them in gray.'), () => formatDay('2026-12-05')),
      archived_on: variable(msg('When they leave the lists.'), () => formatDay('2026-12-20')),
      services: variable(msg('A link for each service.'), () =>
        t('Yes, I still offer “{title}”', { title: t('Piano lessons') }),
      ),
      other_services: variable(msg('See the other services.'), () => t('See my services')),
    },
    ['archived_on', 'services'],
  ),
}

export type EmailKey = keyof typeof emailTexts
export type EmailVariable<Key extends EmailKey> = keyof (typeof emailTexts)[Key]['variables'] & string
