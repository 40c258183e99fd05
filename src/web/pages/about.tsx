import { Head } from '../head/head.tsx'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function Component() {
  const { product } = useSite()
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title="About"
        description={`What ${product.name} is, whom it is for, and how it works: create an account, post an ad, get offers.`}
        path={paths.about()}
      />
      <div className="mx-auto max-w-4xl">
        <PageHeading title="About" subtitle={product.tagline} />
        <WhoFor />
        <HowItWorks />
        <Flyers />
        <Sources />
      </div>
    </div>
  )
}

function WhoFor() {
  const { name } = useSite().product
  return (
    <section className="max-w-[68ch] space-y-4">
      <h2 className="text-xl">Who it is for</h2>
      <p>
        {name} is for individuals and small businesses who want to show their services to people nearby: the
        neighbour who bakes, the student who tutors, the two sisters who put on a flea market, the electrician
        who would rather work than advertise. And it is for everybody who is looking for them.
      </p>
      <p>
        There is nobody in between. You find an ad, you write or ring, you agree. We take no share of the
        price, sell no better places on the board, and show no one else’s advertising.
      </p>
      <p>
        <strong>You must be 18 or older to use {name}.</strong>
      </p>
    </section>
  )
}

const steps = [
  {
    title: 'Create an account',
    text: 'A name, an email address and a password, or one click with a provider you already use. It costs nothing.',
  },
  {
    title: 'Post an ad',
    text: 'Say what you offer, where, and for how much. Add pictures if you have some. It is on the board at once.',
  },
  {
    title: 'Get offers',
    text: 'People nearby find you by category, by place or by searching, and get in touch with you directly.',
  },
]

function HowItWorks() {
  return (
    <section className="mt-14">
      <h2 className="text-xl">How It Works</h2>
      <ol className="mt-6 grid gap-6 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <Card className="relative h-full p-6 pt-8">
              <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
              <p className="font-display text-2xl font-bold text-accent" aria-hidden>
                {index + 1}
              </p>
              <h3 className="mt-1 text-lg">{title}</h3>
              <p className="mt-2 text-sm text-soft">{text}</p>
            </Card>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={paths.signUp()}>Create an account</ButtonLink>
        <ButtonLink look="secondary" href={paths.allServices()}>
          Look around first
        </ButtonLink>
      </div>
    </section>
  )
}

const flyers = [
  {
    audience: 'sellers',
    title: 'For sellers',
    text: 'Do you know somebody who is good at something? This one is for them.',
  },
  {
    audience: 'neighbors',
    title: 'For neighbours',
    text: 'For the noticeboard at the launderette, the library or the lift.',
  },
] as const

function Flyers() {
  return (
    <section className="mt-14">
      <h2 className="text-xl">Two flyers to put up</h2>
      <p className="mt-2 max-w-[68ch] text-soft">
        A board is only as good as the people who know about it. Print a flyer, and pin it up where you live.
      </p>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2">
        {flyers.map(({ audience, title, text }) => (
          <li key={audience} className="flex flex-col rounded-lg bg-sunken p-6">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 mb-5 text-sm text-soft">{text}</p>
            <ButtonLink
              look="secondary"
              href={paths.flyer(audience)}
              download
              aria-label={`Download the flyer for ${audience} (PDF)`}
              className="mt-auto self-start"
            >
              <Icon name="download" className="size-4.5" />
              Download (PDF)
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the places come from, which must be said wherever they are used. */
const geoNames = {
  site: 'https://www.geonames.org/',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
}

function Sources() {
  const { name } = useSite().product
  return (
    <section className="mt-14 max-w-[68ch] border-t border-line pt-6 text-sm text-soft">
      <h2 className="text-base text-ink">What {name} is made with</h2>
      <p className="mt-2">
        Countries, states and cities come from{' '}
        <TextLink href={geoNames.site} rel="noopener">
          GeoNames
        </TextLink>
        , used under the{' '}
        <TextLink href={geoNames.licence} rel="noopener license">
          Creative Commons Attribution 4.0 licence (CC BY 4.0)
        </TextLink>
        . We left out small places and put the rest in our own order. Icons are from Lucide, under the ISC
        licence. Flyers are set in Nunito and Noto, under the SIL Open Font License.
      </p>
      <p className="mt-2">
        What we keep about you, and what we don’t, is on the{' '}
        <TextLink href={paths.privacy()}>privacy page</TextLink>. Everything else you can{' '}
        <TextLink href={paths.contact()}>ask us</TextLink>.
      </p>
    </section>
  )
}
