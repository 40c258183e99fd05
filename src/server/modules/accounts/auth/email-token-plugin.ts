/** A better-auth plugin whose endpoints replace better-auth's own of the same paths and names. */
import type { BetterAuthPlugin } from 'better-auth'
import type { EmailTokenOptions } from './email-tokens.ts'
import {
  changeEmail,
  declineEmail,
  resetUnverified,
  sendVerificationEmail,
  verifyEmail,
} from './email-verification.ts'
import { changePassword, requestPasswordReset, resetPassword, signInEmail } from './password-endpoints.ts'
import { magicLinkVerify, signInMagicLink } from './sign-in-link.ts'
import { signUpEmail } from './sign-up.ts'

export const emailTokens = (options: EmailTokenOptions) =>
  ({
    id: 'email-tokens',
    // Lets better-auth's transactions write to these tables.
    schema: {
      sign_up: {
        modelName: 'sign_up',
        fields: {
          account_id: { type: 'string', required: true },
          browser_hash: { type: 'string', required: true },
          name: { type: 'string', required: true },
          password: { type: 'string', required: false },
          created: { type: 'date', required: true },
        },
        disableMigration: true,
      },
      outbox_email: {
        modelName: 'outbox_email',
        fields: {
          recipient: { type: 'string', required: true },
          kind: { type: 'string', required: true },
          encrypted_content: { type: 'string', required: true },
          reply_to: { type: 'string', required: true },
        },
        disableMigration: true,
      },
    },
    endpoints: {
      signInEmail: signInEmail(),
      signUpEmail: signUpEmail(options),
      sendVerificationEmail: sendVerificationEmail(options),
      verifyEmail: verifyEmail(options),
      declineEmail: declineEmail(),
      resetUnverified: resetUnverified(),
      changeEmail: changeEmail(options),
      requestPasswordReset: requestPasswordReset(options),
      resetPassword: resetPassword(options),
      changePassword: changePassword(options),
      signInMagicLink: signInMagicLink(options),
      magicLinkVerify: magicLinkVerify(),
    },
  }) satisfies BetterAuthPlugin
