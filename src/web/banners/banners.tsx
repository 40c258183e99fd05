/** The home page's four banners (specification, section 1), each on paper of a different color. */
import { useState } from 'react'
import { bannerTransitionMs } from '../../shared/limits.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Carousel } from '../ui/carousel.tsx'
import createDrawing from './create.svg'
import discoverDrawing from './discover.svg'
import searchDrawing from './search.svg'
import shareDrawing from './share.svg'

type Banner = {
  title: string
  text: string
  action: { label: string; to: string }
  drawing: string
  paper: string
}

const banners: Banner[] = [
  {
    title: 'Share your services',
    text: 'Good at something? Pin it up and let the neighborhood find you.',
    action: { label: 'Post a service', to: paths.postService() },
    drawing: shareDrawing,
    paper: 'bg-butter',
  },
  {
    title: 'Browse available services',
    text: 'From haircuts to home repairs, from people who live nearby.',
    action: { label: 'Find a service', to: paths.allServices() },
    drawing: searchDrawing,
    paper: 'bg-sage',
  },
  {
    title: 'Create your event',
    text: 'A class, a market, a backyard concert: let everyone know when.',
    action: { label: 'Post an event', to: paths.postEvent() },
    drawing: createDrawing,
    paper: 'bg-blush',
  },
  {
    title: 'Discover events',
    text: 'See what’s happening this week, close to home.',
    action: { label: 'Find an event', to: paths.allEvents() },
    drawing: discoverDrawing,
    paper: 'bg-sky',
  },
]

export function Banners() {
  const [at, setAt] = useState(0)
  return (
    <div className="relative">
      <Carousel
        label="What you can do here"
        at={at}
        onMove={setAt}
        transitionMs={bannerTransitionMs}
        className="overflow-hidden rounded-lg bg-surface shadow-lifted"
        slides={banners.map((banner) => ({ key: banner.title, content: <Sheet {...banner} /> }))}
      />
      <span className="pin-head absolute top-3 left-3 z-10" aria-hidden />
      <span className="pin-head absolute top-3 right-3 z-10" aria-hidden />
    </div>
  )
}

function Sheet({ title, text, action, drawing, paper }: Banner) {
  return (
    <div className="flex h-full flex-col">
      <div className={`aspect-[2/1] ${paper}`}>
        <img src={drawing} alt="" width={480} height={240} className="size-full object-cover" />
      </div>
      <div className="flex flex-1 flex-col items-start gap-1.5 p-5 pb-20 sm:p-7 sm:pb-7">
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-soft sm:max-w-[36ch]">{text}</p>
        <ButtonLink href={action.to} className="mt-3">
          {action.label}
        </ButtonLink>
      </div>
    </div>
  )
}
