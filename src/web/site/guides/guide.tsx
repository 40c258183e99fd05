import type { PageSection, TextPage } from '../../../shared/contract/texts.ts'
import { t } from '../../../shared/translate.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Head } from '../head/head.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { hasButton, TextParts } from '../texts/text-parts.tsx'
import { Contents } from './contents.tsx'

type GuideProps = {
  text: TextPage
  /** The guide's own path. */
  path: string
  other: { label: string; to: string }
}

/** A safety guide with numbered topics, a table of contents, and a Print button. Sections with a button are notes below the topics. */
export function Guide({ text, path, other }: GuideProps) {
  const { title, subtitle, description, lead, sections } = text
  const topics = sections.filter((section) => !hasButton(section))
  return (
    <article className="page-width py-6 md:py-8">
      <Head title={title} description={description} path={path} />
      <BreadcrumbTrail crumbs={[{ label: t('Safety Guide'), to: paths.safetyGuide() }, { label: title }]} />
      <PageHeading title={title} subtitle={subtitle} action={<PrintButton />} />
      <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents entries={topics} />
        <div>
          <TextParts parts={lead} className="mb-10 max-w-[68ch] space-y-3" />
          <ol className="space-y-10">
            {topics.map((topic, index) => (
              <li key={topic.id}>
                <TopicSection topic={topic} number={index + 1} />
              </li>
            ))}
          </ol>
          {sections.filter(hasButton).map((note) => (
            <Note key={note.id} note={note} />
          ))}
          <p className="mt-6 print:hidden">
            {rich(
              'On the other side of the job? Read the <link>{guide}</link>, too.',
              { link: (text) => <TextLink href={other.to}>{text}</TextLink> },
              { guide: other.label },
            )}
          </p>
        </div>
      </div>
    </article>
  )
}

function TopicSection({ topic: { id, title, parts }, number }: { topic: PageSection; number: number }) {
  return (
    <section aria-labelledby={id} className="max-w-[68ch] print:max-w-none">
      <h2 id={id} className="flex gap-3 text-xl">
        <span className="text-accent tabular-nums" aria-hidden>
          {number}.
        </span>
        {title}
      </h2>
      <TextParts parts={parts} className="mt-3 space-y-3" />
    </section>
  )
}

function Note({ note: { id, title, parts } }: { note: PageSection }) {
  return (
    <section
      aria-labelledby={id}
      className="keep-together mt-12 rounded-lg border border-line bg-surface p-6 shadow-sheet"
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <TextParts parts={parts.filter(({ type }) => type !== 'button')} className="mt-2 space-y-2" />
      {parts.map(
        (part) =>
          part.type === 'button' && (
            <ButtonLink key={part.href} href={part.href} className="mt-4 print:hidden">
              {part.label}
            </ButtonLink>
          ),
      )}
    </section>
  )
}

const PrintButton = () => (
  <Button variant="secondary" className="needs-script print:hidden" onClick={() => window.print()}>
    <Icon name="printer" className="size-4.5" />
    {t('Print')}
  </Button>
)
