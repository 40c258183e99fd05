/**
 * Accounts.
 *
 * account — a sign-in identity: email, password, sessions, display name, and photo
 * profile — a person's data on this site: name, phone, address, bio, and whether they are an admin
 * session — one browser in which an account is signed in
 */
import * as z from 'zod/mini'
import { maxAddressLength, maxBioLength, maxNameLength, maxPhoneLength, passwordLength } from './limits.ts'
import { roles } from './policy.ts'
import { emailAddress, ownName, readable, textField, unreadable } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

const tooLong = (max: number) => ({
  error: () => t('Please use at most {max} characters.', { max }),
})

/** Not trimmed: spaces are part of a password. The server also rejects passwords that are easy to guess. */
const newPassword = z.string({ error: () => t('Please choose a password.') }).check(
  z.minLength(passwordLength.min, {
    error: () => t('Please use at least {min} characters.', { min: passwordLength.min }),
  }),
  z.maxLength(passwordLength.max, tooLong(passwordLength.max)),
  z.refine(readable, unreadable),
)

export const EmailSchema = z.object({ email: emailAddress })
export const SignInSchema = z.object({
  email: emailAddress,
  password: z
    .string({ error: () => t('Please enter your password.') })
    .check(
      z.minLength(1, { error: () => t('Please enter your password.') }),
      z.maxLength(passwordLength.max, tooLong(passwordLength.max)),
    ),
})
export const SignUpSchema = z.object({ name: ownName, email: emailAddress, password: newPassword })
export const NewPasswordSchema = z.object({ newPassword })
export const NewProfileSchema = z.object({ name: ownName, email: emailAddress })

/** Empty fields keep their old values (specification, section 5). */
export const ProfileUpdateSchema = z.object({
  name: z.optional(textField(msg('your name'), maxNameLength)),
  phone: z.optional(textField(msg('your phone number'), maxPhoneLength)),
  address: z.optional(textField(msg('your address'), maxAddressLength)),
  bio: z.optional(textField(msg('your bio'), maxBioLength)),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdateSchema>

export const ProfileSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  bio: z.string(),
  isAdmin: z.boolean(),
})
export type Profile = z.infer<typeof ProfileSchema>

/** The signed-in user, as the header of every page shows them. */
export const CurrentUserSchema = z.object({
  email: z.string(),
  name: z.string(),
  photo: z.nullable(z.string()),
  /** Whether `role` is `admin`. Scripts of the previous version read it. */
  isAdmin: z.boolean(),
  role: z.nullable(z.enum(roles)),
  /** Why the account is suspended; null when it is not. */
  suspensionReason: z.nullable(z.string()),
  /** When the suspension ends, if it does by itself. */
  suspendedUntil: z.optional(z.string()),
  /** Conversations with unread messages. */
  unread: z.int(),
  /** In which they read the site and get emails, if it has several. */
  language: z.optional(z.string()),
})
export type CurrentUser = z.infer<typeof CurrentUserSchema>

/** What an emailed verification link would confirm. */
export const VerificationSchema = z.object({
  /** A new account's address, or the new address of an existing account. */
  kind: z.enum(['sign-up', 'new-address']),
  email: z.string(),
  /** The name given at the sign-up that would be confirmed. */
  name: z.string(),
  /** When that was, as an ISO instant. */
  signedUp: z.string(),
  /** The sign-up came from the browser that asks. */
  isOwnBrowser: z.boolean(),
  /** Some sign-up with this address chose a password. Sign-ups through a provider have none. */
  hasPassword: z.boolean(),
  /** There were other sign-ups with this address, whose names and passwords will not count. */
  isRepeated: z.boolean(),
  verified: z.boolean(),
})
export type Verification = z.infer<typeof VerificationSchema>

const SessionSchema = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  /** Such as `Firefox on Linux`. */
  device: z.string(),
  /** ISO instants. */
  created: z.string(),
  lastUsed: z.string(),
})
export type AccountSession = z.infer<typeof SessionSchema>

export const AccountSchema = z.object({
  email: z.string(),
  name: z.string(),
  photo: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** The names of linked sign-in providers, such as `Google`. */
  providers: z.array(z.string()),
  sessions: z.array(SessionSchema),
})
export type Account = z.infer<typeof AccountSchema>

/** The sign-in providers of this site. `unset` means not configured, and is used outside production only. */
export const AuthProvidersSchema = z.object({
  google: z.enum(['on', 'unset', 'off']),
  /** The button label of the operator's OpenID provider; null if there is none. */
  oidc: z.nullable(z.string()),
})
export type AuthProviders = z.infer<typeof AuthProvidersSchema>
