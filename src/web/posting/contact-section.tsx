import { type RefObject, useRef } from 'react'
import { TextField } from '../ui/forms/text-field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { FormSection } from './form-layout.tsx'
import type { ListingValues } from './values.ts'

type ContactSectionProps = {
  title: string
  /** The author's account email; read-only. */
  email: string
  /** False for an admin who edits another person's listing. */
  isAuthor: boolean
  update: boolean
  ownPhone: string
  values: ListingValues
}

export function ContactSection({ title, email, isAuthor, update, ownPhone, values }: ContactSectionProps) {
  const phone = useRef<HTMLInputElement>(null)
  return (
    <FormSection title={title} intro="Your email appears on the ad. Everything else is optional.">
      <TextField
        label="Email"
        name="author.email"
        type="email"
        value={email}
        autoComplete="off"
        // Locked on posting, and shown disabled on updating (specification, section 5).
        readOnly
        disabled={update}
        hint={
          isAuthor
            ? 'This is your account email. Change it under Your account.'
            : "This is the poster's account email. It can't be changed here."
        }
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
          {ownPhone && <UseOwnPhone input={phone} ownPhone={ownPhone} />}
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

type UseOwnPhoneProps = { input: RefObject<HTMLInputElement | null>; ownPhone: string }

/** Offers the profile's phone number instead of filling it in: publishing it is the author's choice. */
function UseOwnPhone({ input, ownPhone }: UseOwnPhoneProps) {
  const hydrated = useHydrated()
  function fill() {
    if (!input.current) return
    input.current.value = ownPhone
    // As if it were typed, so that the draft is saved.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }
  return (
    <button
      type="button"
      disabled={!hydrated}
      onClick={fill}
      className="needs-script underlined min-h-11 text-sm font-medium text-accent hover:text-accent-deep"
    >
      Use my profile’s phone
    </button>
  )
}
