import { BrowseButton } from '../browse/lists/browse-button.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function Component() {
  const { settings } = useSite()
  return (
    <PublicPage
      title="About"
      description={`What ${settings.name} is, who it’s for, and how it works: create an account, post an ad, get offers.`}
      path={paths.about()}
      subtitle={settings.tagline}
      width="max-w-4xl"
    >
      <WhoFor />
      <HowItWorks />
      <Flyers />
      <Sources />
    </PublicPage>
  )
}

function WhoFor() {
  const { name } = useSite().settings
  return (
    <section className="max-w-[68ch] space-y-4">
      <h2 className="text-xl">Who it’s for</h2>
      <p>
        {name} is for individuals and small businesses who want to showcase their services to local clients:
        the neighbor who bakes, the student who tutors, the two sisters who run a flea market, the electrician
        who would rather work than advertise. And it’s for everyone who is looking for them.
      </p>
      <p>
        No middleman. Find an ad, call or write, and work it out. We don’t take a cut, don’t sell better
        placement, and don’t show third-party ads.
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
    text: 'All it takes is a name, an email address, and a password, or one click with an account you already have. It’s free.',
  },
  {
    title: 'Post an ad',
    text: 'Say what you offer, where, and for how much. Add photos if you have some. Your ad goes live right away.',
  },
  {
    title: 'Get offers',
    text: 'People nearby find you by category, location, or search, and contact you directly.',
  },
]

function HowItWorks() {
  const isVisitor = useCurrentUser() === null
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
        {isVisitor && <ButtonLink href={paths.signUp()}>Create an account</ButtonLink>}
        <BrowseButton variant="secondary">{isVisitor && 'Look around first'}</BrowseButton>
      </div>
    </section>
  )
}

const flyers = [
  {
    audience: 'sellers',
    title: 'For sellers',
    text: 'Know someone who’s good at something? This one is for them.',
  },
  {
    audience: 'neighbors',
    title: 'For neighbors',
    text: 'For the bulletin board at the laundromat, the library, or the elevator.',
  },
] as const

function Flyers() {
  return (
    <section className="mt-14">
      <h2 className="text-xl">Flyers to put up</h2>
      <p className="mt-2 max-w-[68ch] text-soft">
        A board is only as good as the people who know about it. Print a flyer and put it up where you live.
      </p>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2">
        {flyers.map(({ audience, title, text }) => (
          <li key={audience} className="flex flex-col rounded-lg bg-sunken p-6">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 mb-5 text-sm text-soft">{text}</p>
            <ButtonLink
              variant="secondary"
              href={paths.flyer(audience)}
              download
              aria-label={`Download the flyer ${title.toLowerCase()} (PDF)`}
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

/** The source of the places; its license requires attribution. */
const geoNames = {
  site: 'https://www.geonames.org/',
  license: 'https://creativecommons.org/licenses/by/4.0/',
}

function Sources() {
  return (
    <section className="mt-14 max-w-[68ch] border-t border-line pt-6 text-sm text-soft">
      <h2 className="text-base text-ink">Credits</h2>
      <p className="mt-2">
        Countries, states, and cities come from{' '}
        <TextLink href={geoNames.site} rel="noopener">
          GeoNames
        </TextLink>
        , licensed under the{' '}
        <TextLink href={geoNames.license} rel="noopener license">
          Creative Commons Attribution 4.0 license (CC BY 4.0)
        </TextLink>
        . We left out small places and changed the order of the rest. Maps are drawn from Natural Earth, which
        is in the public domain. Icons are from Lucide, under the ISC License. Headings are in Nunito, and
        flyers in Nunito and Noto, under the SIL Open Font License.
      </p>
      <p className="mt-2">
        See the <TextLink href={paths.privacy()}>privacy page</TextLink> for what we store about you and what
        we don’t. For anything else, <TextLink href={paths.contact()}>contact us</TextLink>.
      </p>
    </section>
  )
}
