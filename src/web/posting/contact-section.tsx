import { type RefObject, useEffect, useRef } from 'react'
import type { ContactVisibility } from '../../shared/contact-visibility.ts'
import { maxPhoneLength } from '../../shared/limits.ts'
import { type SocialSite, toSocialUrl } from '../../shared/social-link.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { setValue } from '../ui/forms/set-value.ts'
import { TextField } from '../ui/forms/text-field.tsx'
import { FormField, FormSection } from './form-layout.tsx'
import { checked, type ListingValues } from './values.ts'

type ContactSectionProps = {
  title: string
  /** The author's account email; read-only. */
  email: string
  /** Otherwise, an admin edits another person's listing. */
  isAuthor: boolean
  update: boolean
  ownPhone: string
  values: ListingValues
}

export function ContactSection({ title, email, isAuthor, update, ownPhone, values }: ContactSectionProps) {
  const { settings } = useSite()
  const phone = useRef<HTMLInputElement>(null)
  return (
    <FormSection title={title} intro={t(intros[settings.contactVisibility])}>
      <TextField
        label={t('Email')}
        name="author.email"
        type="email"
        value={email}
        autoComplete="off"
        // Locked on posting, and shown disabled on updating (specification, section 5).
        readOnly
        disabled={update}
        hint={
          isAuthor
            ? t('This is your account email. Change it under Your account.')
            : t('This is the poster’s account email. It can’t be changed here.')
        }
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          label={t('Business Email')}
          name="author.business_email"
          optional
          type="email"
          inputMode="email"
          values={values}
        />
        <div>
          <FormField
            label={t('Phone')}
            name="author.phone"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            ref={phone}
            limit={{ max: maxPhoneLength }}
            values={values}
          />
          {ownPhone && <UseOwnPhone input={phone} ownPhone={ownPhone} />}
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SocialField site="facebook" label="Facebook" values={values} />
        {/* The last field with a keyboard. */}
        <SocialField site="instagram" label="Instagram" values={values} enterKeyHint="done" />
      </div>
      <Checkbox name="messages_only" defaultChecked={values.messages_only === checked}>
        {t('Hide my contact info. People message me here.')}
      </Checkbox>
    </FormSection>
  )
}

const intros: Record<ContactVisibility, Message> = {
  public: msg('Your email appears on the ad. Everything else is optional.'),
  reveal: msg('People see your email when they ask for your contact info. Everything else is optional.'),
  messages: msg('On this site, people write to you without seeing your email or anything else here.'),
}

type SocialFieldProps = {
  site: SocialSite
  label: string
  values: ListingValues
  enterKeyHint?: 'next' | 'done'
}

/** Takes a username or a link, and shows the link once the user leaves the field. */
function SocialField({ site, enterKeyHint = 'next', ...rest }: SocialFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const showLink = (input: HTMLInputElement) => setValue(input, toSocialUrl(site, input.value))
  // The user may have left the field before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) showLink(field.current)
  }, [])
  return (
    <FormField
      {...rest}
      ref={field}
      name={`author.${site}`}
      optional
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint={enterKeyHint}
      placeholder={t('mypottery')}
      onBlur={({ currentTarget: input }) => showLink(input)}
      hint={t('A username, or a link to your page.')}
    />
  )
}

type UseOwnPhoneProps = { input: RefObject<HTMLInputElement | null>; ownPhone: string }

/** Offers the profile's phone number instead of filling it in: publishing it is the author's choice. */
function UseOwnPhone({ input, ownPhone }: UseOwnPhoneProps) {
  function fill() {
    if (!input.current) return
    setValue(input.current, ownPhone)
    input.current.focus()
  }
  return (
    <button
      type="button"
      onClick={fill}
      className="needs-script underlined min-h-11 text-sm font-medium text-accent hover:text-accent-deep"
    >
      {t('Use my profile’s phone')}
    </button>
  )
}
