import type { ReactNode } from 'react'
import { Contents } from '../guides/contents.tsx'
import { type DataRetentionItem, dataRetention } from '../guides/data-retention.ts'
import { Head } from '../head/head.tsx'
import { maxCachedListings } from '../offline/caches.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
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
      {/* The date is the specification's, section 1. */}
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
  const { name } = useSite().product
  return (
    <>
      <ul className="list-disc space-y-2 pl-6 marker:text-accent">
        <li>
          <strong>We do not sell your data,</strong> nor lend, swap or give it away.
        </li>
        <li>
          <strong>There are no third-party ads.</strong> The only ads here are the ones that people pin up.
        </li>
        <li>
          <strong>There is no invasive tracking:</strong> no analytics, no tracking pixels, no profiles of
          what you look at. Fonts, icons and scripts come from this site itself.
        </li>
      </ul>
      <p>You can read all of {name} without an account, and without giving your name.</p>
    </>
  )
}

function WhatWeStore() {
  return (
    <div className="divide-y divide-line border-y border-line">
      {dataRetention.map((row) => (
        <KeptRow key={row.what} {...row} />
      ))}
    </div>
  )
}

function KeptRow({ what, stored, why, until }: DataRetentionItem) {
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
        <strong>One session cookie</strong> keeps you signed in. Scripts cannot read it, it is sent to this
        site alone, and it goes when you log out. Visitors get no cookie at all.
      </p>
      <p>
        If you sign in through another site, a second cookie makes sure that it is you who comes back; it is
        good for five minutes.
      </p>
      <p>
        The draft of an ad that you have not posted yet is kept in your own browser until you post or discard
        it. A few notes that last until you close the tab, such as where you scrolled to, are kept there too.
      </p>
      <p>
        So that you can read on without a connection, your browser keeps the safety guides and the last{' '}
        {maxCachedListings} ads that you opened, as any visitor sees them: whoever uses the same browser can
        read them. It all goes when you clear the data of this site in the settings of your browser.
      </p>
      <p>None of this is sent to us.</p>
    </>
  )
}

function Others() {
  return (
    <>
      <p>
        <strong>Nobody, unless you choose so.</strong> If you press the button of Google or of another
        provider to sign in, they learn that you use this site, and tell us your name, your email address and
        the address of your photo. We tell them nothing about what you do here.
      </p>
      <p>
        The computers that this site runs on, and the service that delivers its mail, may belong to companies
        that work for us. They may do with the data only what we ask them to.
      </p>
      <p>When the law obliges us to hand something out, we hand out that and no more.</p>
    </>
  )
}

function YourData() {
  const account = <TextLink href={paths.account()}>your account page</TextLink>
  return (
    <>
      <p>
        You can see and change your profile at any time. On {account} you can download what is stored about
        you in one file, and end sessions on other devices.
      </p>
      <p>
        You can also delete your account there. Your profile, your ads and their pictures, your reports and
        your sessions go with it, at once and for good.
      </p>
    </>
  )
}

function Age() {
  const { name } = useSite().product
  return (
    <p>
      {name} is for people of 18 and older. If you learn that somebody younger has an account here, please
      tell us, and we will remove it.
    </p>
  )
}

function Questions() {
  const { contactEmail } = useSite().product
  return (
    <p>
      Write to us through the <TextLink href={paths.contact()}>contact page</TextLink> or at{' '}
      <TextLink href={paths.mail(contactEmail)}>{contactEmail}</TextLink>.When this page changes, so does the
      date at its top.
    </p>
  )
}
