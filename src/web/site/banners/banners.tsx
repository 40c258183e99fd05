/** The home page's banners, four by default (specification, section 1): flyers of different colors, with photos pinned to them. */

import { type ReactNode, useState } from 'react'
import type { HomeBanner } from '../../../shared/contract/settings.ts'
import { bannerPictureSize } from '../../../shared/picture.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import corkPattern from '../../ui/cork.svg'
import { useMayPost } from '../suspended-notice.tsx'

/** Addresses by path. */
const files = import.meta.glob<string>('./photos/*', { eager: true, query: '?url', import: 'default' })

/** File names in `photos/`, without the ending. */
type CollagePhotos = readonly [left: string, right: string, front: string]

/** The browser loads the third photo where it shows it. */
const visibleOnPhones = 2

type Flyer = {
  /** `posts`: only for those who may post. */
  button: { label: Message; to: string; posts?: boolean }
  photos: CollagePhotos
  paper: string
}

const flyers: Record<HomeBanner['action'], Flyer> = {
  postService: {
    button: { label: msg('Post a service'), to: paths.postService(), posts: true },
    photos: ['barber-2', 'painting-2', 'piano-2'],
    paper: 'bg-butter',
  },
  findService: {
    button: { label: msg('Find a service'), to: paths.allServices() },
    photos: ['dog-walk-2', 'bread-2', 'bike-repair-2'],
    paper: 'bg-sage',
  },
  postEvent: {
    button: { label: msg('Post an event'), to: paths.postEvent(), posts: true },
    photos: ['street-fair-2', 'craft-market-1', 'balloons-2'],
    paper: 'bg-blush',
  },
  findEvent: {
    button: { label: msg('Find an event'), to: paths.allEvents() },
    photos: ['salsa-1', 'hike-2', 'lantern-walk-1'],
    paper: 'bg-sky',
  },
}

function Banners({ banners }: { banners: readonly HomeBanner[] }) {
  const [at, setAt] = useState(0)
  // The other photos load when someone is about to move to them.
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only starts loading pictures early
    <div className="min-w-0" onPointerEnter={approach} onFocus={approach}>
      <Carousel
        label={t('What you can do here')}
        at={at}
        onMove={setAt}
        className="lg:h-88"
        slides={banners.map((banner, index) => ({
          key: banner.action,
          content: <Flyer {...banner} eager={near || index === 0} />,
        }))}
      />
    </div>
  )
}

function Flyer({ title, text, action, picture, eager }: HomeBanner & { eager: boolean }) {
  const { button, photos, paper } = flyers[action]
  const mayPost = useMayPost()
  return (
    <div className="relative h-full px-1 pt-2.5 pb-1 sm:pt-3 sm:pb-2">
      <div
        className={`banner-flyer flex h-full flex-col items-start px-3 py-2.5 sm:min-h-52 sm:w-[58%] sm:p-6 lg:justify-center lg:pb-22 ${paper}`}
      >
        <span className="pin-head absolute -top-2 start-6 sm:start-1/2" aria-hidden />
        <h2 className="max-w-[62%] text-base leading-tight sm:max-w-[82%] sm:text-xl">{title}</h2>
        <p className="mt-0.5 mb-1.5 max-w-[62%] text-xs leading-snug text-ink sm:mt-2 sm:max-w-[82%] sm:text-sm">
          {text}
        </p>
        {(mayPost || !button.posts) && (
          <ButtonLink href={button.to} className="mt-auto sm:mt-4">
            {t(button.label)}
          </ButtonLink>
        )}
      </div>
      <Collage prints={picture ? [ownPrint(picture)] : photos.map(printOf)} eager={eager} />
    </div>
  )
}

/** Two or three photos pinned beside the text of a banner. Phones have no room for the third. */
const places = [
  'top-0 start-0 w-[70%] -rotate-5 sm:start-[1%] sm:w-[56%]',
  'top-[28%] end-0.5 w-[70%] rotate-4 sm:top-[10%] sm:w-[55%] lg:top-[6%]',
  'top-[43%] start-[8%] hidden w-[62%] -rotate-2 lg:block',
]

type Print = { src: string | undefined; size: { width: number; height: number }; place: string | undefined }

const printOf = (name: string, index: number): Print => ({
  src: files[`./photos/${name}.webp`],
  size: { width: 360, height: 270 },
  place: places[index],
})

/** The operator's own photo, alone. */
const ownPrint = (src: string): Print => ({
  src,
  size: bannerPictureSize,
  place: 'top-[12%] start-0 end-1 rotate-3 sm:start-[3%] sm:end-[3%] sm:top-[6%]',
})

function Collage({ prints, eager }: { prints: Print[]; eager: boolean }) {
  return (
    <div className="pointer-events-none absolute end-0 top-3 bottom-2 w-[36%] sm:w-[51%]" aria-hidden>
      {prints.map(({ src, size, place }, index) => {
        const isEager = eager && index < visibleOnPhones
        return (
          // A print with a white edge. Those of the first banner are the largest pictures of the page.
          <div key={src} className={`banner-photo absolute p-1 pb-2.5 sm:p-1.5 sm:pb-4 ${place}`}>
            <span className="pin-head absolute -top-1.5 left-1/2 z-10 -translate-x-1/2" />
            <img
              src={src}
              alt=""
              {...size}
              loading={isEager ? 'eager' : 'lazy'}
              fetchPriority={isEager ? 'high' : 'low'}
              className="block h-auto w-full dark:brightness-90"
            />
          </div>
        )
      })}
    </div>
  )
}

type BoardProps = { search: ReactNode; banners: readonly HomeBanner[] }

/** The corkboard at the top of the home page: the tagline, a search field, and the banners. */
export function Board({ search, banners }: BoardProps) {
  const { settings } = useSite()
  const hasBanners = banners.length > 0
  return (
    <div className="cork border-b border-line">
      {/* The largest picture of the page. Style sheets alone would name it late. */}
      <link rel="preload" as="image" type="image/svg+xml" href={corkPattern} />
      <div
        className={`page-width grid items-center gap-2 pt-3 sm:gap-6 sm:py-8 ${
          hasBanners
            ? 'pb-1.5 lg:h-104 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-14 lg:py-8'
            : 'pb-5 lg:py-14'
        }`}
      >
        <div>
          <h1 className="text-xl sm:text-3xl">{settings.tagline}</h1>
          <div className="mt-2.5 max-w-xl sm:mt-6">{search}</div>
        </div>
        {hasBanners && <Banners banners={banners} />}
      </div>
    </div>
  )
}
