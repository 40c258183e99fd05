import { formatCount } from '../../shared/format.ts'
import { maxCountedSellerListings } from '../../shared/limits.ts'
import type { ListingSeller } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Stands for the name of someone who has not chosen one. */
export const unnamedSeller = 'A neighbor'

/** What everyone may see of a person. The preview does not know since when they have had an account. */
export type ShownSeller = Omit<ListingSeller, 'since'> & { since: number | null }

/** Who posted the ad. */
export function SellerSummary({ seller }: { seller: ShownSeller }) {
  const { name, photo } = seller
  return (
    <section aria-labelledby="seller">
      <h2 id="seller" className="sr-only">
        Posted by
      </h2>
      <div className="flex items-center gap-4">
        <Avatar name={name ?? unnamedSeller} photo={photo} size="large" />
        <div className="min-w-0">
          <p dir="auto" className="free-text font-display text-base leading-snug font-bold">
            {name ?? unnamedSeller}
          </p>
          <SellerFacts {...seller} />
          <MoreAds {...seller} />
        </div>
      </div>
    </section>
  )
}

/** Words and an icon, because a color alone would tell some readers nothing. */
export function SellerFacts({ verified, since }: Pick<ShownSeller, 'verified' | 'since'>) {
  const { product } = useSite()
  return (
    <ul className="text-sm text-soft">
      {verified && (
        <li className="flex items-center gap-1.5 font-medium text-success">
          <Icon name="circle-check" className="size-4 shrink-0" />
          Verified email
        </li>
      )}
      {since !== null && (
        <li>
          On {product.name} since {since}
        </li>
      )}
    </ul>
  )
}

function MoreAds({ id, ads }: Pick<ShownSeller, 'id' | 'ads'>) {
  if (ads === 0) return null
  const count = ads < maxCountedSellerListings ? formatCount(ads, 'more ad', 'more ads') : `${ads}+ more ads`
  return (
    <p className="text-sm print:hidden">
      <TextLink href={paths.seller(id)} className="inline-block py-1">
        {count}
      </TextLink>
    </p>
  )
}
