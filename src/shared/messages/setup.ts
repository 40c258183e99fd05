/** Sentences about the first run of the site. */
import { msg, t } from '../translate.ts'
export const setup = {
  linkGone: msg(
    'This link doesn’t work. It works once, for a day, while the site has no admin; and each start of the site replaces it. The command “corkboard setup” prints a new one.',
  ),
  emailTaken: (email: string) =>
    t(
      'There’s already an account with this email. To make it an admin, run “corkboard admin grant {email}” on the server, or use another email.',
      { email },
    ),
} as const
