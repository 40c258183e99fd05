/** One's own listings of one kind, all on one page: look at them, change them, delete them. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Kind } from '../../shared/listing.ts'
import { listings as sentences } from '../../shared/messages/forms.ts'
import { NoIndex } from '../accounts/account-sheet.tsx'
import type { OwnCard } from '../lists/card.ts'
import { paths } from '../paths.ts'
import { PageTitle } from '../site.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Deletion } from './deletion.tsx'
import { OwnListing } from './own-listing.tsx'

const words = {
  service: {
    title: 'My Services',
    post: 'Post a service',
    hint: 'What are you good at? Pin it up, and the neighbourhood can find you.',
  },
  event: {
    title: 'My Events',
    post: 'Post an event',
    hint: 'Is something coming up? Pin it up, and everyone knows when and where.',
  },
}

export function OwnListings({ kind, cards }: { kind: Kind; cards: OwnCard[] }) {
  const { title, post, hint } = words[kind]
  const { shown, list, ask, dialog } = useDeletion(kind, cards)
  const postButton = <ButtonLink href={paths.postListing(kind)}>{post}</ButtonLink>
  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>{title}</PageTitle>
      <NoIndex />
      <div className="mx-auto max-w-4xl">
        <PageHeading title={title} action={shown.length > 0 && postButton} />
        <Kinds current={kind} />
        <div ref={list}>
          {shown.length > 0 ? (
            <ul className="space-y-4">
              {shown.map((card) => (
                <OwnListing key={card.id} card={card} onDelete={() => ask(card)} />
              ))}
            </ul>
          ) : (
            <EmptyState title={sentences[kind].none} hint={hint}>
              {postButton}
            </EmptyState>
          )}
        </div>
      </div>
      {dialog}
    </div>
  )
}

function Kinds({ current }: { current: Kind }) {
  return (
    <nav aria-label="Your ads" className="mb-7 flex gap-1 border-b border-line">
      {(['service', 'event'] as const).map((kind) => (
        <a
          key={kind}
          href={paths.ownListings(kind)}
          aria-current={kind === current ? 'page' : undefined}
          className="tab-link"
        >
          {words[kind].title}
        </a>
      ))}
    </nav>
  )
}

/** What is deleted leaves the list at once, and the keyboard goes on from there. */
function useDeletion(kind: Kind, cards: OwnCard[]) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [wanted, setWanted] = useState<OwnCard | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = cards.filter(({ id }) => !gone.includes(id))

  function close(card: OwnCard) {
    flushSync(() => setWanted(null))
    if (!gone.includes(card.id)) return
    // Its row had the keyboard: now the row that follows it has it, or the last one, or the button of the empty list.
    const above = cards.slice(0, cards.indexOf(card)).filter(({ id }) => !gone.includes(id)).length
    const ways = [...(list.current?.querySelectorAll<HTMLElement>('button, a') ?? [])]
    const deletions = ways.filter((way) => way.matches('button'))
    const next = deletions[above] ?? deletions.at(-1) ?? ways[0]
    next?.focus()
  }

  const dialog = wanted && (
    <Deletion
      key={wanted.id}
      kind={kind}
      listing={wanted}
      onDeleted={() => setGone((before) => [...before, wanted.id])}
      onClose={() => close(wanted)}
    />
  )
  return { shown, list, ask: setWanted, dialog }
}
