import type { ReactNode } from 'react'
import { t } from '../../shared/translate.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Contents } from '../site/guides/contents.tsx'
import { type DataRetentionItem, listDataRetention } from '../site/guides/data-retention.ts'
import { Head } from '../site/head/head.tsx'
import { TextParts } from '../site/texts/text-parts.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export const loader = ({ api }: LoaderContext) => api.getTextPage({ params: { address: 'privacy' } })

export function Component() {
  const { title, subtitle, description, lead, sections } = useLoaderData<typeof loader>()
  const elements = { stored_data: <StoredData /> }
  return (
    <article className="page-width py-8 md:py-12">
      <Head title={title} description={description} path={paths.privacy()} />
      <PageHeading title={title} subtitle={subtitle} />
      <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents entries={sections} />
        <div className="max-w-[72ch] space-y-12">
          {lead.length > 0 && (
            <div className="space-y-4">
              <TextParts parts={lead} elements={elements} className="space-y-4" />
            </div>
          )}
          {sections.map(({ id, title, parts }) => (
            <section key={id} aria-labelledby={id} className="space-y-4">
              <h2 id={id} className="text-xl">
                {title}
              </h2>
              <TextParts parts={parts} elements={elements} className="space-y-4" />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function StoredData() {
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
        <Fact name={t('What')}>{stored}</Fact>
        <Fact name={t('Why')}>{why}</Fact>
        <Fact name={t('How long')}>{until}</Fact>
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
