import { maxNameLength } from '../../shared/limits.ts'
import { byLocalName, localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { FindCity, pathOfPlace } from '../browse/catalog/find-city-form.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Icon } from '../ui/icon.tsx'

export async function loader({ api, query }: LoaderContext) {
  const city = (query.get('city') ?? '').trim().slice(0, maxNameLength)
  const [locations, places] = await Promise.all([
    api.listPlaces({ query: {} }),
    city ? api.findPlaces({ query: { name: city } }) : [],
  ])
  const [place] = places
  if (place && places.length === 1) throw new Redirect(pathOfPlace(place))
  const countries = locations.map(({ name, slug, state }) => ({
    name,
    slug,
    states: state.map(({ name }) => name),
  }))
  return { city, places, countries }
}

export function Component() {
  const { city, places, countries } = useLoaderData<typeof loader>()
  return (
    <PublicPage
      title={t('Locations')}
      description={t(
        'Find {kinds, select, services {services} events {events} other {services and events}} by city, by country, and by state, province, or territory.',
        { kinds: useSite().settings.kinds },
      )}
      path={paths.allLocations()}
      indexable={city === ''}
      subtitle={t('Here you can find Ads By Location')}
    >
      <FindCity city={city} places={places} />
      <ul className="mt-8 space-y-5">
        {countries.map((country) => (
          <li key={country.slug}>
            <Country {...country} />
          </li>
        ))}
      </ul>
    </PublicPage>
  )
}

/** Returns "50 states and D.C." or "13 provinces and territories", in the country's own terms. */
function regionCount(country: string, states: string[]): string {
  if (states.includes('District of Columbia')) {
    return t('{count, plural, one {# state} other {# states}} and D.C.', { count: states.length - 1 })
  }
  if (country === 'Canada') {
    return t('{count, plural, one {# province or territory} other {# provinces and territories}}', {
      count: states.length,
    })
  }
  return t('{count, plural, one {# state or region} other {# states and regions}}', { count: states.length })
}

function Country({ name, slug, states }: { name: string; slug: string; states: string[] }) {
  return (
    <Card className="relative p-5 pt-7 md:p-7">
      <span className="pin-head absolute -top-2 start-8" aria-hidden />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-xl">
          <a
            href={paths.location(slug)}
            className="inline-flex min-h-11 items-center gap-2 hover:text-accent"
          >
            <Icon name="map-pin" className="size-6 text-accent" />
            {localName(name)}
          </a>
        </h2>
        <p className="text-sm text-soft max-sm:w-full">{regionCount(name, states)}</p>
      </div>
      <Disclosure
        className="mt-2 border-t border-dashed border-line pt-2"
        summary={<span className="font-semibold text-accent">{t('View All')}</span>}
      >
        {/* One, three and four columns by width (specification, section 9). */}
        <ul className="grid gap-x-4 pt-2 md:grid-cols-3 lg:grid-cols-4">
          {byLocalName(states).map((state) => (
            <li key={state}>
              <a
                href={paths.state(state)}
                className="flex min-h-11 items-center rounded-md px-3 text-sm hover:bg-sunken hover:text-accent"
              >
                {localName(state)}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}
