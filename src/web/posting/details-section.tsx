import { adLanguagesOf, nameOfAdLanguage } from '../../shared/ad-languages.ts'
import { symbolOf } from '../../shared/currency-symbol.ts'
import { descriptionLength, titleLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { perTicket, priceUnitLabels } from '../../shared/price.ts'
import { normalizeLineBreaks, toSingleLine } from '../../shared/text-normalization.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { type DependentSelects, TopicOrPlace } from './dependent-selects.tsx'
import { FormField, FormSection, optionsOf } from './form-layout.tsx'
import { availabilities, availabilityLabel } from './labels.ts'
import { PictureField } from './picture-field.tsx'
import { RegistrationSection } from './registration-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { type Tickets, TicketsSection } from './tickets-section.tsx'
import type { DraftSession } from './use-draft-session.ts'
import type { ListingValues } from './values.ts'
import { VenueSection } from './venue-section.tsx'

const titleLimit = { max: titleLength.max, lengthOf: (text: string) => toSingleLine(text).length }
const descriptionLimit = {
  max: descriptionLength.max,
  lengthOf: (text: string) => normalizeLineBreaks(text).length,
}

type DetailsSectionProps = {
  title: string
  kind: Kind
  session: DraftSession
  selects: DependentSelects
  tickets: Tickets
}

/** Pictures come first: they upload while the user fills in the rest. */
export function DetailsSection({ title, kind, session, selects, tickets }: DetailsSectionProps) {
  const { settings } = useSite()
  const { values, base, queue } = session
  const hasTypes = kind === 'event' && tickets.prices === 'types'
  return (
    <FormSection title={title}>
      <PictureField queue={queue} required={kind === 'event' && !base} />
      <FormField
        label={t('Title')}
        name="title"
        required
        autoCapitalize="sentences"
        values={values}
        limit={titleLimit}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TopicOrPlace part="topic" selects={selects} update={base !== null} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          label={t('Price')}
          name="price"
          values={values}
          required
          // The lowest of the prices of the tickets, which the form fills in.
          readOnly={hasTypes}
          symbol={symbolOf(settings.currency)}
          inputMode="decimal"
          hint={hasTypes ? t('The lowest of your ticket prices below.') : priceHint(settings.currency)}
        />
        <ChoiceField
          label={t('Unit')}
          name="price_unit"
          optional
          none={kind === 'event' ? t(perTicket) : t('No unit')}
          options={optionsOf(priceUnitLabels)}
          defaultValue={values.price_unit}
          hint={t('Shown with the price.')}
        />
      </div>
      <TextAreaField
        label={t('Description')}
        name="description"
        required
        rows={5}
        autoCapitalize="sentences"
        defaultValue={values.description}
        limit={descriptionLimit}
      />
      <LanguageField values={values} />
      {kind === 'event' && <ScheduleSection session={session} selects={selects} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TopicOrPlace part="place" selects={selects} update={base !== null} />
      </div>
      {kind === 'event' && <VenueSection values={values} selects={selects} />}
      {kind === 'event' && <TicketsSection values={values} tickets={tickets} />}
      {kind === 'event' && <RegistrationSection values={values} />}
      {kind === 'event' && base && <Availability saved={base.values.event_availability} />}
    </FormSection>
  )
}

/** Blank on every update and required again (specification, section 5); the hint shows the saved value. */
function Availability({ saved }: { saved: string }) {
  return (
    <ChoiceField
      label={t('Availability')}
      name="event_availability"
      required
      none={t('Choose')}
      options={optionsOf(availabilities)}
      hint={t('Saved: {availability}', { availability: availabilityLabel(saved) || saved })}
    />
  )
}

const priceHint = (currency: string) =>
  currency === 'USD'
    ? t('US dollars. Enter 0 if it’s free.')
    : t('In {currency}. Enter 0 if it’s free.', { currency })

/** Sites with one language do not ask. */
function LanguageField({ values }: { values: ListingValues }) {
  const offered = adLanguagesOf(useSite().settings.languages)
  if (offered.length === 1) return null
  return (
    <ChoiceField
      label={t('Language')}
      name="language"
      optional
      none={t('As detected')}
      options={offered.map((value) => ({ value, label: nameOfAdLanguage(value) }))}
      defaultValue={values.language}
      hint={t('The language of the title and the description.')}
    />
  )
}
