import type { PageSection } from '../../shared/contract/texts.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { hasButton, Pin, TextParts } from '../site/texts/text-parts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export const loader = ({ api }: LoaderContext) => api.getTextPage({ params: { address: 'safety-guide' } })

export function Component() {
  const { title, subtitle, description, lead, sections } = useLoaderData<typeof loader>()
  return (
    <PublicPage
      title={title}
      description={description}
      path={paths.safetyGuide()}
      subtitle={subtitle}
      width="max-w-4xl"
    >
      <TextParts parts={lead} className="mb-8 max-w-[68ch] space-y-4" />
      <ul className="grid gap-6 md:grid-cols-2">
        {sections.filter(hasButton).map((section) => (
          <li key={section.id}>
            <GuideCard section={section} />
          </li>
        ))}
      </ul>
      {sections
        .filter((section) => !hasButton(section))
        .map(({ id, title, parts }) => (
          <section key={id} aria-labelledby={id} className="mt-12">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            <TextParts parts={parts} className="text-tiles" />
          </section>
        ))}
    </PublicPage>
  )
}

/** A section with a button. */
function GuideCard({ section: { title, parts } }: { section: PageSection }) {
  return (
    <Card className="relative flex h-full flex-col p-6 pt-8 sm:p-8">
      <Pin />
      <h2 className="text-lg">{title}</h2>
      <TextParts
        parts={parts.filter(({ type }) => type !== 'button')}
        className="mt-2 mb-6 space-y-2 text-soft"
      />
      {parts.map(
        (part) =>
          part.type === 'button' && (
            <ButtonLink key={part.href} href={part.href} className="mt-auto self-start">
              {part.label}
            </ButtonLink>
          ),
      )}
    </Card>
  )
}
