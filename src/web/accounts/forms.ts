/** What the forms of accounts may hold. Loaded with the first form that is sent: the schemas are heavy. */
import * as z from 'zod/mini'
import * as account from '../../shared/account.ts'
import { signUp } from '../../shared/messages/forms.ts'
import { emailAddress } from '../../shared/schemas/fields.ts'
import { checkBySchema } from '../schemas/check-by-schema.ts'
import type { Checked, Values } from '../ui/forms/form.tsx'

const photo = z.string().check(
  z.trim(),
  z.maxLength(2_000, 'Invalid URL'),
  z.refine((text) => text === '' || isPicture(text), 'Invalid URL'),
)

/** An address on the web, or a path of this site. */
const isPicture = (text: string) =>
  /^(https?:\/\/|\/(?!\/))/i.test(text) && URL.canParse(text, 'http://site.invalid')

const forms = {
  email: account.EmailSchema,
  signIn: account.SignInSchema,
  signUp: z.extend(account.SignUpSchema, { agreed: z.literal('yes', signUp.consent) }),
  newPassword: account.NewPasswordSchema,
  changePassword: z.extend(account.NewPasswordSchema, {
    currentPassword: z.string().check(z.minLength(1, 'Please enter your current password.')),
  }),
  changeEmail: z.object({ newEmail: emailAddress }),
  displayed: z.object({ name: account.NewProfileSchema.shape.name, image: photo }),
  profile: account.ProfileUpdateSchema,
}

export type FormName = keyof typeof forms
export type Sent<Name extends FormName> = z.output<(typeof forms)[Name]>

export const check = <Name extends FormName>(name: Name, values: Values) =>
  checkBySchema(forms[name], values) as Checked<Sent<Name>>
