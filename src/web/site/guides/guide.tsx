import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Head } from '../head/head.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { Contents } from './contents.tsx'

export type Topic = {
  /** The id of its heading, for links. */
  id: string
  title: string
  text: string
  points: readonly string[]
}

type GuideProps = {
  title: string
  intro: string
  topics: readonly Topic[]
  /** The guide's own path. */
  path: string
  other: { label: string; to: string }
}

/** A safety guide with numbered topics, a table of contents, and a Print button. */
export function Guide({ title, intro, topics, path, other }: GuideProps) {
  return (
    <article className="page-width py-6 md:py-8">
      <Head title={title} description={intro} path={path} />
      <BreadcrumbTrail crumbs={[{ label: 'Safety Guide', to: paths.safetyGuide() }, { label: title }]} />
      <PageHeading title={title} subtitle={intro} action={printButton} />
      <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents entries={topics} />
        <div>
          <ol className="space-y-10">
            {topics.map((topic, index) => (
              <li key={topic.id}>
                <TopicSection topic={topic} number={index + 1} />
              </li>
            ))}
          </ol>
          <Reporting />
          <p className="mt-6 print:hidden">
            On the other side of the job? Read the <TextLink href={other.to}>{other.label}</TextLink>, too.
          </p>
        </div>
      </div>
    </article>
  )
}

function TopicSection({ topic: { id, title, text, points }, number }: { topic: Topic; number: number }) {
  return (
    <section aria-labelledby={id} className="max-w-[68ch] print:max-w-none">
      <h2 id={id} className="flex gap-3 text-xl">
        <span className="text-accent tabular-nums" aria-hidden>
          {number}.
        </span>
        {title}
      </h2>
      <p className="mt-3">{text}</p>
      <ul className="mt-3 list-disc space-y-2 pl-6 marker:text-accent">
        {points.map((point) => (
          <li key={point} className="text-pretty">
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Reporting() {
  return (
    <section
      aria-labelledby="reporting"
      className="keep-together mt-12 rounded-lg border border-line bg-surface p-6 shadow-sheet"
    >
      <h2 id="reporting" className="text-lg">
        Seen spam, a scam, or fraud?
      </h2>
      <p className="mt-2">
        Tell us, even if nothing happened to you. The next person may not be so lucky. Every ad has a{' '}
        <b>Report Spam</b> button, and you can tell us anything else through the contact page. If you’re in
        danger, call 911 first.
      </p>
      <ButtonLink href={paths.contact()} className="mt-4 print:hidden">
        Report it to us
      </ButtonLink>
    </section>
  )
}

const printButton = (
  <Button variant="secondary" className="needs-script print:hidden" onClick={() => window.print()}>
    <Icon name="printer" className="size-4.5" />
    Print
  </Button>
)
