/** Sentences about the first run of the site. */
export const setup = {
  linkGone:
    'This link doesn’t work. It works once, for a day, while the site has no admin; and each start of the site replaces it. The command “corkboard setup” prints a new one.',
  emailTaken: (email: string) =>
    `There’s already an account with this email. To make it an admin, run “corkboard admin grant ${email}” on the server, or use another email.`,
} as const
