import type { Kind } from '../../shared/listing.ts'
import { useSite } from '../site.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { FormSection } from './form-section.tsx'
import { PictureField } from './picture-field.tsx'
import { Taxonomy } from './topic-and-place.tsx'
import type { Chain } from './use-chain.ts'
import type { Work } from './use-work.ts'
import { availabilities } from './words.ts'

type Props = { title: string; kind: Kind; work: Work; chain: Chain }

/** Pictures first: they are uploaded while the rest is typed. */
export function DetailsSection({ title, kind, work, chain }: Props) {
  const { product } = useSite()
  const { values, base, queue } = work
  return (
    <FormSection title={title}>
      <PictureField queue={queue} required={kind === 'event' && !base} />
      <TextField
        label="Title"
        name="title"
        required
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="next"
        defaultValue={values.title}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Taxonomy part="topic" chain={chain} update={base !== null} />
      </div>
      <div className="sm:max-w-1/2 sm:pr-2.5">
        <TextField
          label="Price"
          name="price"
          required
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          defaultValue={values.price}
          hint={`In ${product.currency}${kind === 'event' ? ', for one ticket' : ''}. 0 if it costs nothing.`}
        />
      </div>
      <TextAreaField
        label="Description"
        name="description"
        required
        rows={5}
        autoCapitalize="sentences"
        defaultValue={values.description}
      />
      {kind === 'event' && <Days work={work} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Taxonomy part="place" chain={chain} update={base !== null} />
      </div>
      {kind === 'event' && base && <Availability saved={base.values.event_availability} />}
    </FormSection>
  )
}

function Days({ work: { values, base } }: { work: Work }) {
  const { today } = useSite()
  // A new event cannot be over; one that is being changed may be.
  const min = base ? undefined : today
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Start Date" name="startDate" type="date" required defaultValue={values.startDate} />
      <TextField
        label="End Date"
        name="endDate"
        type="date"
        required
        min={min}
        defaultValue={values.endDate}
        hint="The same day again if it is over in one."
      />
    </div>
  )
}

/** Blank at every change, and asked for anew (specification, section 5); the hint says what is there. */
function Availability({ saved }: { saved: string }) {
  return (
    <ChoiceField
      label="Availability"
      name="event_availability"
      required
      none="Choose"
      options={Object.entries(availabilities).map(([value, label]) => ({ value, label }))}
      hint={`Saved: ${availabilities[saved] ?? saved}`}
    />
  )
}
