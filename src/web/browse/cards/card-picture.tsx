import type { ComponentProps } from 'react'
import { EventBadges } from '../../listing/event-badges.tsx'
import { Picture } from '../../listing/picture.tsx'
import { Placeholder } from '../../listing/placeholder.tsx'
import type { Card } from './card.ts'

type CardPictureProps = { card: Card; sizes: ComponentProps<typeof Picture>['sizes']; eager?: boolean }

/** Fills its frame without stretching the picture. */
export function CardPicture({ card, sizes, eager = false }: CardPictureProps) {
  return (
    <>
      {card.image ? (
        <Picture
          url={card.image}
          placeholder={card.placeholder}
          // The title is next to it, and nothing is known about what the picture shows.
          alt=""
          sizes={sizes}
          fit="cover"
          loading={eager ? 'eager' : 'lazy'}
          className="size-full"
        />
      ) : (
        <Placeholder kind={card.kind} category={card.category} />
      )}
      {card.event && <EventBadges {...card.event} />}
    </>
  )
}
