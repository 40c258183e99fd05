/** The countries of the site: which it has, and which can be added. */

import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { SelectField } from '../../ui/field.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/forms/form.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { countDivisions } from '../division-words.ts'
import { PlaceLoads } from '../place-loads.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import type { StepData } from './load-setup.ts'
import { StepPart } from './step-part.tsx'

type Places = NonNullable<StepData['places']>
type Country = Places['countries'][number]

/** `suggested` is the code of the country whose usual values the form has. */
export function Countries({ places, suggested }: { places: Places; suggested: string }) {
  const { countries, available, loads } = places
  const name = countries.find(({ code }) => code === suggested)?.name
  return (
    <StepPart title={t('Countries')}>
      <p className="mt-1 text-sm text-soft">
        {t(
          'A new site has the larger towns of the United States and Canada. Add your own country, and remove those that you do not need.',
        )}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {countries.map((country) => (
          <CountryRow key={country.code} country={country} canRemove={countries.length > 1} loads={loads} />
        ))}
      </ul>
      <PlaceLoads loads={loads} />
      <AddCountry available={available} />
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {name &&
          t('What is usual in {country} is filled in below. Nothing of that is saved yet.', {
            country: localName(name),
          })}
      </p>
    </StepPart>
  )
}

function CountryRow({
  country,
  canRemove,
  loads,
}: {
  country: Country
  canRemove: boolean
  loads: Places['loads']
}) {
  const { api } = useBackend()
  const run = useAdminAction()
  const add = useAddCountry()
  const { code, name, term, divisions, towns } = country
  const isLoaded = loads.some((load) => load.code === code && load.state !== 'failed')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="text-base">{localName(name)}</h3>
        <p className="text-sm text-soft">
          {countDivisions(term, divisions)} ·{' '}
          {t('{count, plural, one {# town} other {# towns}}', { count: towns })} ·{' '}
          <TextLink href={paths.setup({ step: 'place', country: code })}>
            {t('Use what is usual there')}
          </TextLink>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isLoaded && (
          <ActionForm
            action={paths.setupCountries()}
            fields={{ country: code }}
            submit={t('Add smaller towns')}
            label={t('Add smaller towns of {country}', { country: localName(name) })}
            busy="…"
            variant="secondary"
            onSubmit={() => add(code)}
          />
        )}
        {canRemove && (
          <ActionForm
            action={paths.setupCountryRemoval()}
            fields={{ id: code }}
            submit={t('Remove')}
            label={t('Remove {name}', { name: localName(name) })}
            busy="…"
            variant="danger-outline"
            onSubmit={() => run(() => api.removeSetupCountry({ params: { id: code } }))}
          />
        )}
      </div>
    </li>
  )
}

/** Returns a function that adds a country, and shows what is usual there. */
function useAddCountry() {
  const { api } = useBackend()
  const navigate = useNavigate()
  return async (country: string) => {
    const { code } = await api.addPlaces({ body: { country } })
    await navigate(paths.setup({ step: 'place', country: code }), { keepScroll: true })
  }
}

function AddCountry({ available }: { available: Places['available'] }) {
  const add = useAddCountry()
  const options = available.map(({ code, localName }) => ({ value: code, label: localName }))
  return (
    <Form
      action={paths.setupCountries()}
      className="mt-4"
      onSubmit={async ({ country = '' }) => add(country)}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <SelectField
            label={t('Another country')}
            name="country"
            none={t('Choose')}
            options={options}
            required
          />
        </div>
        <SubmitButton variant="secondary" busy={t('Adding…')} worksPlain>
          {t('Add')}
        </SubmitButton>
      </div>
      <FormFailure />
    </Form>
  )
}
