import { type RefObject, useRef } from 'react'
import { TextField } from '../ui/forms/text-field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { FormSection } from './form-section.tsx'
import type { ListingValues } from './values.ts'

type Props = {
  title: string
  /** Of the author: it cannot be changed here. */
  email: string
  /** Whether the listing is there already. */
  update: boolean
  ownPhone: string
  values: ListingValues
}

export function ContactSection({ title, email, update, ownPhone, values }: Props) {
  const phone = useRef<HTMLInputElement>(null)
  return (
    <FormSection title={title} intro="Your email is shown with the ad. The rest is up to you.">
      <TextField
        label="Email"
        name="author.email"
        type="email"
        value={email}
        autoComplete="off"
        // Locked on posting, and shown disabled on updating (specification, section 5).
        readOnly
        disabled={update}
        hint="The email of the account. It cannot be changed here."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Business Email"
          name="author.business_email"
          type="email"
          inputMode="email"
          autoComplete="off"
          enterKeyHint="next"
          defaultValue={values['author.business_email']}
        />
        <div>
          <TextField
            label="Phone"
            name="author.phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
            ref={phone}
            defaultValue={values['author.phone']}
          />
          {ownPhone && <UseOwnPhone box={phone} own={ownPhone} />}
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Facebook"
          name="author.facebook"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="next"
          placeholder="https://www.facebook.com/…"
          defaultValue={values['author.facebook']}
        />
        <TextField
          label="Instagram"
          name="author.instagram"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          placeholder="https://www.instagram.com/…"
          defaultValue={values['author.instagram']}
        />
      </div>
    </FormSection>
  )
}

/** An ad shows a phone number only when its author puts it there: it is offered, not filled in. */
function UseOwnPhone({ box, own }: { box: RefObject<HTMLInputElement | null>; own: string }) {
  const ready = useHydrated()
  function fill() {
    if (!box.current) return
    box.current.value = own
    // As if it had been typed, so that the draft has it too.
    box.current.dispatchEvent(new Event('input', { bubbles: true }))
    box.current.focus()
  }
  return (
    <button
      type="button"
      disabled={!ready}
      onClick={fill}
      className="needs-script underlined min-h-11 text-sm font-medium text-accent hover:text-accent-deep"
    >
      Use my profile’s phone
    </button>
  )
}
