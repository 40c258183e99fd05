/** The calls about one's own account, profile, and sessions. */
import * as z from 'zod/mini'
import * as account from '../account.ts'
import { maxNameLength } from '../limits.ts'
import { LinkTokenSchema, textParameter } from '../schemas/fields.ts'
import { messageReply, type Rows } from './endpoint.ts'

export const accountRows = {
  logout: {
    summary: 'Ends the current session. Succeeds without a session, too.',
    reply: messageReply,
  },
  getUserProfile: {
    summary: 'Retrieves your profile.',
    access: 'signed-in',
    reply: account.ProfileSchema,
  },
  updateProfile: {
    summary: 'Updates your profile. Empty fields keep their current values.',
    access: 'active',
    body: account.ProfileUpdateSchema,
    reply: account.ProfileSchema,
  },
  issueToken: {
    summary:
      'Creates an access token for the current session, valid for 15 minutes as `Authorization: Bearer`. `email` must be your own.',
    access: 'active',
    body: account.EmailSchema,
    reply: z.object({ token: z.string() }),
  },
  profileExists: {
    summary: 'Checks whether you have a profile. `email` must be your own.',
    access: 'signed-in',
    body: account.EmailSchema,
    reply: z.object({ exists: z.boolean() }),
  },
  createProfile: {
    summary: 'Creates your profile. Returns 409 if you have one. `email` must be your own.',
    access: 'active',
    body: account.NewProfileSchema,
    reply: account.ProfileSchema,
  },
  getSession: {
    summary: 'Retrieves the signed-in user, or null for a visitor.',
    reply: z.nullable(account.CurrentUserSchema),
    constant: true,
  },
  getVerification: {
    summary:
      'Retrieves what an emailed verification link would confirm, without confirming it, or null if the link has expired.',
    body: LinkTokenSchema,
    reply: z.nullable(account.VerificationSchema),
  },
  getAuthProviders: {
    summary: 'Lists the ways to sign in besides email.',
    reply: account.AuthProvidersSchema,
    constant: true,
  },
  getAccount: {
    summary: 'Retrieves your account with its sign-in methods and sessions.',
    access: 'signed-in',
    reply: account.AccountSchema,
  },
  endSession: {
    summary: 'Ends one of your sessions.',
    access: 'signed-in',
    params: z.object({ id: textParameter('id', maxNameLength) }),
    reply: messageReply,
  },
  endOtherSessions: {
    summary: 'Ends all your sessions except the current one.',
    access: 'signed-in',
    reply: messageReply,
  },
  downloadAccount: {
    summary: 'Exports everything the site stores about you.',
    access: 'signed-in',
    streamed: true,
    reply: z.record(z.string(), z.unknown()),
  },
  deleteAccount: {
    summary:
      'Permanently deletes your account with its listings and pictures. Requires a sign-in within the last hour.',
    access: 'signed-in',
    recentSignIn: true,
    reply: messageReply,
  },
} as const satisfies Rows
