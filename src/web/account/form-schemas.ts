/** The schemas of the account forms, loaded when one of them is first sent. */

import * as z from 'zod/mini'
import * as account from '../../shared/account.ts'
import { signUp } from '../../shared/messages/forms.ts'
import { emailAddress } from '../../shared/schemas/fields.ts'
import { t } from '../../shared/translate.ts'

export const schemas = {
  email: account.EmailSchema,
  signIn: account.SignInSchema,
  signUp: z.extend(account.SignUpSchema, { agreed: z.literal('yes', { error: () => t(signUp.consent) }) }),
  firstAdmin: account.SignUpSchema,
  newPassword: account.NewPasswordSchema,
  changePassword: z.extend(account.NewPasswordSchema, {
    currentPassword: z
      .string()
      .check(z.minLength(1, { error: () => t('Please enter your current password.') })),
  }),
  changeEmail: z.object({ newEmail: emailAddress }),
  display: z.object({ name: account.NewProfileSchema.shape.name }),
  profile: account.ProfileUpdateSchema,
}
