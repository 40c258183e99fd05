/**
 * A better-auth plugin for everything that an emailed link proves. Its endpoints have the paths and names of better-auth's
 * own, and replace them.
 */
import type { BetterAuthPlugin } from 'better-auth'
import type { EmailTokenOptions } from './email-tokens.ts'
import { verificationEndpoints } from './email-verification.ts'
import { passwordEndpoints } from './password-endpoints.ts'
import { signInLinkEndpoints } from './sign-in-link.ts'

export const emailTokens = (options: EmailTokenOptions) =>
  ({
    id: 'email-tokens',
    // Lets better-auth's transactions insert rows into `outbox_email`.
    schema: {
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
      ...verificationEndpoints(options),
      ...passwordEndpoints(options),
      ...signInLinkEndpoints(options),
    },
  }) satisfies BetterAuthPlugin
