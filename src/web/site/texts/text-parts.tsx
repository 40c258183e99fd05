/** Shows the texts of the site, which the server has made from Markdown. */

import type { ReactNode } from 'react'
import type { PagePart, PageSection, TextCard } from '../../../shared/contract/texts.ts'
import { t } from '../../../shared/translate.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'

/** What a page shows in the place of variables that are no texts, by their names. */
export type Elements = Readonly<Record<string, ReactNode>>

type TextPartsProps = {
  parts: readonly PagePart[]
  elements?: Elements
  /** Styles the element that Markdown became. */
  className?: string
}

export const TextParts = ({ parts, elements = {}, className = '' }: TextPartsProps) =>
  withKeys(parts).map(({ key, item }) => (
    <TextPart key={key} part={item} elements={elements} className={className} />
  ))

/** A part changes only with the whole text, so its position identifies it. */
const withKeys = <Item,>(items: readonly Item[]) => items.map((item, index) => ({ key: index, item }))

type TextPartProps = { part: PagePart; elements: Elements; className: string }

function TextPart({ part, elements, className }: TextPartProps): ReactNode {
  switch (part.type) {
    case 'html':
      return <TextHtml html={part.html} className={className} />
    case 'button':
      return (
        <p className="my-6 last:mb-0">
          <ButtonLink variant="secondary" href={part.href}>
            {part.label}
          </ButtonLink>
        </p>
      )
    case 'element':
      return elements[part.name]
    case 'cards':
      return part.numbered ? <NumberedCards cards={part.cards} /> : <PlainCards cards={part.cards} />
  }
}

/** The server escapes what people wrote, and makes all tags itself. */
const TextHtml = ({ html, className }: { html: string; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server, which escapes all texts
  <div className={`site-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)

type CardsProps = { cards: readonly TextCard[] }

const NumberedCards = ({ cards }: CardsProps) => (
  <ol className="mt-6 grid gap-6 md:grid-cols-3">
    {withKeys(cards).map(({ key, item: { title, parts } }) => (
      <li key={key}>
        <Card className="relative h-full p-6 pt-8">
          <Pin />
          <p className="font-display text-2xl font-bold text-accent" aria-hidden>
            {key + 1}
          </p>
          <h3 className="mt-1 text-lg">{title}</h3>
          <TextParts parts={parts} className="mt-2 space-y-2 text-sm text-soft" />
        </Card>
      </li>
    ))}
  </ol>
)

const PlainCards = ({ cards }: CardsProps) => (
  <ul className="mt-6 grid gap-6 sm:grid-cols-2">
    {withKeys(cards).map(({ key, item: { title, parts } }) => (
      <li key={key} className="flex flex-col rounded-lg bg-sunken p-6">
        <h3 className="text-lg">{title}</h3>
        {withKeys(parts).map(({ key, item }) =>
          item.type === 'html' ? (
            <TextHtml key={key} html={item.html} className="mt-1 mb-5 space-y-2 text-sm text-soft" />
          ) : (
            <CardButton key={key} title={title} label={item.label} href={item.href} />
          ),
        )}
      </li>
    ))}
  </ul>
)

type CardButtonProps = { title: string; label: string; href: string }

/** Flyers are files. */
function CardButton({ title, label, href }: CardButtonProps) {
  const isFlyer = href.startsWith('/flyers/')
  return (
    <ButtonLink
      variant="secondary"
      href={href}
      {...(isFlyer && {
        download: true,
        'aria-label': t('Download the flyer {title} (PDF)', { title: title.toLowerCase() }),
      })}
      className="mt-auto self-start"
    >
      {isFlyer && <Icon name="download" className="size-4.5" />}
      {label}
    </ButtonLink>
  )
}

/** Decorates a card. */
export const Pin = () => <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />

export const hasButton = ({ parts }: PageSection): boolean => parts.some(({ type }) => type === 'button')

type SectionsProps = { sections: readonly PageSection[]; elements?: Elements | undefined }

export const TextSections = ({ sections, elements = {} }: SectionsProps) =>
  sections.map(({ id, title, small, parts }) =>
    small ? (
      <section
        key={id}
        aria-labelledby={id}
        className="mt-14 max-w-[68ch] border-t border-line pt-6 text-sm text-soft first:mt-0"
      >
        <h2 id={id} className="text-base text-ink">
          {title}
        </h2>
        <TextParts parts={parts} elements={elements} className="mt-2 space-y-2" />
      </section>
    ) : (
      <section key={id} aria-labelledby={id} className="mt-14 first:mt-0">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <TextParts
          parts={parts}
          elements={elements}
          className={
            parts.some(({ type }) => type === 'cards')
              ? 'mt-2 max-w-[68ch] space-y-2 text-soft'
              : 'mt-4 max-w-[68ch] space-y-4'
          }
        />
      </section>
    ),
  )
