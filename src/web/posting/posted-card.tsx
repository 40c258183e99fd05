import { useEffect, useState } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'
import type { OwnCard } from '../browse/cards/own-card.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { ShareMenu } from '../listing/details/share-menu.tsx'
import { paths } from '../paths.ts'
import { ButtonLink, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { localStore } from '../ui/storage/browser-storage.ts'
import { TextLink } from '../ui/text-link.tsx'

/** What to do with a listing that was just posted: view it, share it, print a flyer of it, and post the next one. */
export function PostedCard({ card: { kind, id, title } }: { card: OwnCard }) {
  const { origin } = useSite()
  const path = paths.listing(kind, id)
  return (
    <Card className="relative mb-7 p-5 pe-14 sm:p-6 sm:pe-16">
      <section aria-labelledby="posted" className="flex gap-4">
        <Icon name="circle-check" className="size-8 shrink-0 text-success max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <h2 id="posted" className="text-lg">
            {kind === 'service' ? t('Your service is live') : t('Your event is live')}
          </h2>
          <p className="mt-1 max-w-[68ch] text-sm text-soft">
            {rich(
              'Anyone can find <title>{title}</title> now. Send the link to people you know, or put up a flyer where your neighbors will see it.',
              {
                title: (text) => (
                  <strong dir="auto" className="free-text text-ink">
                    {text}
                  </strong>
                ),
              },
              { title },
            )}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <ButtonLink href={path}>
              <Icon name="eye" className="size-4.5" />
              {t('View ad')}
            </ButtonLink>
            <ShareMenu
              title={title}
              url={origin + path}
              buttonClass={buttonClass({ variant: 'secondary' }, 'cursor-pointer')}
            >
              <Icon name="share-2" className="size-4.5" />
              {t('Share')}
            </ShareMenu>
            <ButtonLink variant="secondary" href={paths.listingFlyer(kind, id)} data-page="reload">
              <Icon name="printer" className="size-4.5" />
              {t('Print a flyer')}
            </ButtonLink>
            <NextPost kind={kind} />
          </div>
        </div>
      </section>
      <a
        href={paths.ownListings(kind)}
        aria-label={t('Close')}
        className="absolute end-2 top-2 flex size-11 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink"
      >
        <Icon name="x" className="size-5" />
      </a>
    </Card>
  )
}

/** Leads to the form, which restores the latest draft that this browser has. */
function NextPost({ kind }: { kind: Kind }) {
  const hasDraft = useHasDraft(kind)
  return (
    <TextLink href={paths.postListing(kind)} className="inline-flex min-h-11 items-center px-1 text-sm">
      {kind === 'service'
        ? hasDraft
          ? t('Finish your other service')
          : t('Post another service')
        : hasDraft
          ? t('Finish your other event')
          : t('Post another event')}
    </TextLink>
  )
}

function useHasDraft(kind: Kind): boolean {
  const email = useCurrentUser()?.email
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    if (email === undefined) return
    // Loaded here, so that the page of one's own ads stays light. After posting, the browser has it.
    void import('./drafts.ts').then(({ createListingDrafts }) =>
      setHasDraft(createListingDrafts(localStore, { email, kind, listingId: null }).list().length > 0),
    )
  }, [email, kind])
  return hasDraft
}
