import type { ReactNode } from 'react'
import { useSite } from '../../framework/site-context.tsx'
import corkPattern from '../../ui/cork.svg'
import { Banners } from './banners.tsx'

/** The corkboard at the top of the home page: the tagline, a search field, and the banners. */
export function Board({ search }: { search: ReactNode }) {
  const { product } = useSite()
  return (
    <div className="cork border-b border-line">
      {/* The largest picture of the page. Style sheets alone would name it late. */}
      <link rel="preload" as="image" type="image/svg+xml" href={corkPattern} />
      <div className="page-width grid items-center gap-2 pt-3 pb-1.5 sm:gap-6 sm:py-8 lg:h-104 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-14 lg:py-8">
        <div>
          <h1 className="text-xl sm:text-3xl">{product.tagline}</h1>
          <div className="mt-2.5 max-w-xl sm:mt-6">{search}</div>
        </div>
        <Banners />
      </div>
    </div>
  )
}
