/** The schemas of the account forms, loaded when one of them is first sent. */
import * as z from 'zod/mini'
import * as account from '../../shared/account.ts'
import { signUp } from '../../shared/messages/forms.ts'
import { emailAddress } from '../../shared/schemas/fields.ts'

const photo = z.string().check(
  z.trim(),
  z.maxLength(2_000, 'Invalid URL'),
  z.refine((text) => text === '' || isPhotoUrl(text), 'Invalid URL'),
)

/** Accepts a web URL and a path on this site. */
const isPhotoUrl = (text: string) =>
  /^(https?:\/\/|\/(?!\/))/i.test(text) && URL.canParse(text, 'http://site.invalid')

export const schemas = {
  email: account.EmailSchema,
  signIn: account.SignInSchema,
  signUp: z.extend(account.SignUpSchema, { agreed: z.literal('yes', signUp.consent) }),
  newPassword: account.NewPasswordSchema,
  changePassword: z.extend(account.NewPasswordSchema, {
    currentPassword: z.string().check(z.minLength(1, 'Please enter your current password.')),
  }),
  changeEmail: z.object({ newEmail: emailAddress }),
  display: z.object({ name: account.NewProfileSchema.shape.name, image: photo }),
  profile: account.ProfileUpdateSchema,
}
