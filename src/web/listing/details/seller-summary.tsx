import type { ReactNode } from 'react'
import { maxCountedSellerListings } from '../../../shared/limits.ts'
import type { ListingSeller } from '../../../shared/listing.ts'
import { msg, t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** Stands for the name of someone who has not chosen one. */
export const unnamedSeller = msg('A neighbor')

/** What everyone may see of a person. The preview does not know since when they have had an account. */
export type ShownSeller = Omit<ListingSeller, 'since'> & { since: number | null }

type SellerSummaryProps = {
  seller: ShownSeller
  /** The seller's id or handle in the URL of their page; undefined if nobody can see it. */
  pageKey: string | undefined
}

/** Who posted the ad. */
export function SellerSummary({ seller, pageKey }: SellerSummaryProps) {
  const { photo } = seller
  const name = seller.name ?? t(unnamedSeller)
  return (
    <section aria-labelledby="seller">
      <h2 id="seller" className="sr-only">
        {t('Posted by')}
      </h2>
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} size="large" />
        <div className="min-w-0">
          <p dir="auto" className="free-text font-display text-base leading-snug font-bold">
            {pageKey === undefined ? name : <TextLink href={paths.seller(pageKey)}>{name}</TextLink>}
          </p>
          <SellerFacts {...seller} />
          {pageKey !== undefined && <SellerLinks seller={seller} pageKey={pageKey} />}
        </div>
      </div>
    </section>
  )
}

type SellerFactsProps = Pick<ShownSeller, 'verified' | 'since'> & { children?: ReactNode }

/** Words and an icon, because a color alone would tell some readers nothing. */
export function SellerFacts({ verified, since, children }: SellerFactsProps) {
  const { settings } = useSite()
  return (
    <ul className="text-sm text-soft">
      {verified && (
        <li className="flex items-center gap-1.5 font-medium text-success">
          <Icon name="circle-check" className="size-4 shrink-0" />
          {t('Verified email')}
        </li>
      )}
      {since !== null && <li>{t('On {site} since {year}', { site: settings.name, year: String(since) })}</li>}
      {children}
    </ul>
  )
}

/** To the rest of the seller's page. */
function SellerLinks({ seller, pageKey }: { seller: ShownSeller; pageKey: string }) {
  const { ads, recommendations } = seller
  if (ads === 0 && recommendations === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-sm print:hidden">
      {ads > 0 && (
        <TextLink href={paths.seller(pageKey)} className="inline-block py-1">
          {countAds(ads)}
        </TextLink>
      )}
      {recommendations > 0 && (
        <TextLink href={paths.recommendations(pageKey)} className="inline-block py-1">
          {t('{count, plural, one {# recommendation} other {# recommendations}}', { count: recommendations })}
        </TextLink>
      )}
    </p>
  )
}

const countAds = (ads: number) =>
  ads < maxCountedSellerListings
    ? t('{count, plural, one {# more ad} other {# more ads}}', { count: ads })
    : t('{count}+ more ads', { count: ads })
