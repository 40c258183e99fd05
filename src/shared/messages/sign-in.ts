/** Sentences about signing in. Apart from `pages.ts`, because most visitors never see them. */

import { msg } from '../translate.ts'

/** Signing in and out (specification, section 8). */
export const signIn = {
  done: msg('Sign-in Successful'),
  doneNew: msg('Sign-up Successful'),
  suspended: msg('Your account is suspended'),
  doneSuspended: msg(
    'You’re signed in, but can’t post or edit ads. The notice at the top of the page says why, and what you can do.',
  ),
  unverified: msg('Email not verified. Please check your inbox and verify your email.'),
  resetSent: msg('Password reset email sent. Check your inbox.'),
  resetFailed: msg('Failed to send reset email.'),
  linkSent: msg('If there’s an account for this address, we’ve emailed you a sign-in link.'),
  verificationSent: msg('If this address still needs to be verified, we’ve emailed you a new link.'),
  canceled: msg('Sign-in was canceled. You can try again anytime.'),
  notLinked: msg(
    'There’s already an account with this email address. Please sign in the way you did before, with your password or an email link.',
  ),
  providerFailed: msg('The other site couldn’t sign you in. Please try again, or sign in with your email.'),
  linkExpired: msg('This link has expired or was already used. Please request a new one.'),
  needsCookies: msg(
    'Signing in needs cookies, which your browser blocks for this site. Please allow them in its settings and reload the page. You can read everything else without them.',
  ),
  needsScripts: msg(
    'Signing in requires JavaScript. Please turn it on for this site and reload the page. You can read everything else without it.',
  ),
} as const

/** In the URL to which a provider sends someone back who may not sign up. */
export const signUpRefused = 'sign_up_refused'
/** Why someone cannot sign up, by the setting of the site. */
export const signUpRefusals = {
  invitation: msg(
    'You need an invitation to sign up. Please open the link that you were sent; it works for two weeks.',
  ),
  closed: msg('This site doesn’t accept new accounts at the moment.'),
} as const

/** Confirming a sign-up in a browser that did not sign up. */
export const verification = {
  passwordRequired: msg('Please enter the password you chose when you signed up.'),
  wrongPassword: msg('This isn’t the password you signed up with. Please try again, or choose a new one.'),
} as const
