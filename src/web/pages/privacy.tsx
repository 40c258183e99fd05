import type { ReactNode } from 'react'
import { maxRecentSearches } from '../../shared/limits.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Contents } from '../site/guides/contents.tsx'
import { type DataRetentionItem, listDataRetention } from '../site/guides/data-retention.ts'
import { Head } from '../site/head/head.tsx'
import { maxCachedListings } from '../site/offline/caches.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextLink } from '../ui/text-link.tsx'

const sections = [
  { id: 'in-short', title: 'In short', Text: InShort },
  { id: 'what-we-store', title: 'What we store, why, and how long', Text: WhatWeStore },
  { id: 'in-your-browser', title: 'What stays in your browser', Text: InYourBrowser },
  { id: 'others', title: 'Who else is involved', Text: Others },
  { id: 'your-data', title: 'Your data is yours', Text: YourData },
  { id: 'age', title: 'Adults only', Text: Age },
  { id: 'questions', title: 'Questions', Text: Questions },
]

export function Component() {
  return (
    <article className="page-width py-8 md:py-12">
      <Head
        title="Privacy Policy"
        description="What this site stores about you, why, and for how long. No data selling, no third-party ads, no invasive tracking."
        path={paths.privacy()}
      />
      {/* The date is from specification, section 1. */}
      <PageHeading title="Privacy Policy" subtitle="22nd March 2025" />
      <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents entries={sections} />
        <div className="max-w-[72ch] space-y-12">
          {sections.map(({ id, title, Text }) => (
            <section key={id} aria-labelledby={id} className="space-y-4">
              <h2 id={id} className="text-xl">
                {title}
              </h2>
              <Text />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function InShort() {
  const { name } = useSite().settings
  return (
    <>
      <ul className="list-disc space-y-2 pl-6 marker:text-accent">
        <li>
          <strong>We don’t sell, share, or give away your data.</strong>
        </li>
        <li>
          <strong>No third-party ads.</strong> The only ads here are the ones people post.
        </li>
        <li>
          <strong>No invasive tracking.</strong> No analytics, no tracking pixels, no profile of what you
          view. Fonts, icons, and scripts come from this site itself.
        </li>
      </ul>
      <p>You can browse all of {name} without an account and without giving your name.</p>
    </>
  )
}

function WhatWeStore() {
  const { retention } = useSite().settings
  return (
    <div className="divide-y divide-line border-y border-line">
      {listDataRetention(retention).map((row) => (
        <RetentionRow key={row.what} {...row} />
      ))}
    </div>
  )
}

function RetentionRow({ what, stored, why, until }: DataRetentionItem) {
  return (
    <section className="keep-together py-5">
      <h3 className="text-base">{what}</h3>
      <dl className="mt-2 space-y-2 text-sm">
        <Fact name="What">{stored}</Fact>
        <Fact name="Why">{why}</Fact>
        <Fact name="How long">{until}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function InYourBrowser() {
  return (
    <>
      <p>
        <strong>One session cookie</strong> keeps you signed in. Scripts can’t read it, it’s sent only to this
        site, and it’s deleted when you log out. Visitors don’t get any cookies for looking around. Sending us
        something, such as a report, may set one for five minutes, so that the next pages include what you
        sent.
      </p>
      <p>
        If you sign in through another site, a second cookie confirms that it’s you who comes back. It expires
        after five minutes.
      </p>
      <p>
        Drafts of ads stay in your own browser until you post or discard them, and what you type into a form
        with a message until you send it. Without an account, such a text is gone when you close the tab. Your
        browser also remembers a few details until then, such as how far you scrolled.
      </p>
      <p>
        The search field remembers your last {maxRecentSearches} searches. You can remove them one at a time
        or all at once, where it shows them.
      </p>
      <p>
        So that you can read offline, your browser saves the safety guides and the last {maxCachedListings}{' '}
        ads you opened, as any visitor sees them. Anyone who uses the same browser can read them. To delete
        them, clear this site’s data in your browser settings.
      </p>
      <p>None of this is sent to us.</p>
      <p>
        The ads you save without an account stay in your own browser, too. To show them to you, it asks us for
        these ads, and we don’t keep a list. When you sign in, they move to your account.
      </p>
    </>
  )
}

function Others() {
  return (
    <>
      <p>
        <strong>No one, unless you choose otherwise.</strong> If you sign in with Google or another provider,
        they learn that you use this site and send us your name, your email address, and a link to your photo.
        We tell them nothing about what you do here.
      </p>
      <p>
        The servers that run this site and the service that delivers its email may belong to companies that
        work for us. They may use the data only as we instruct them.
      </p>
      <p>If the law requires us to disclose something, we disclose that and nothing more.</p>
    </>
  )
}

function YourData() {
  const account = <TextLink href={paths.account()}>your account page</TextLink>
  return (
    <>
      <p>
        You can view and edit your profile at any time. On {account}, you can download everything we store
        about you in one file and sign out other devices.
      </p>
      <p>
        You can also delete your account there. That permanently deletes your profile, your ads and their
        photos, recommendations by you and of you, what you said about going to events, your reports, and your
        sessions right away.
      </p>
    </>
  )
}

function Age() {
  const { name } = useSite().settings
  return (
    <p>
      You must be 18 or older to use {name}. If you find out that someone younger has an account here, please
      tell us, and we’ll delete it.
    </p>
  )
}

function Questions() {
  const { contactEmail } = useSite().settings
  return (
    <p>
      Write to us through the <TextLink href={paths.contact()}>contact page</TextLink> or at{' '}
      <TextLink href={paths.mail(contactEmail)}>{contactEmail}</TextLink>. When this page changes, so does the
      date at the top.
    </p>
  )
}
