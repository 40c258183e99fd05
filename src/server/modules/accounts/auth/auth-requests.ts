/** The POST requests under `/api/auth` that are open to browsers: what each may contain, and what it requires. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { EmailSchema, NewPasswordSchema, SignInSchema, SignUpSchema } from '../../../../shared/account.ts'
import { AppError, invalidFields } from '../../../../shared/errors.ts'
import { requireAllowedName } from '../../../../shared/names.ts'
import { photoUploadPath } from '../../../../shared/profile-photo.ts'
import { emailAddress, LinkTokenSchema, linkToken } from '../../../../shared/schemas/fields.ts'
import type { CurrentSettings } from '../../../../shared/settings/table.ts'
import { t } from '../../../../shared/translate.ts'
import { networkOf } from '../../../platform/http/client-network.ts'
import type { ViewerOf } from '../../../platform/http/contract-routes.ts'
import { requireActiveAccount, requireRecentLogin, requireViewer } from '../../../platform/http/guards.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { Invitations } from '../invitations.ts'
import { weaknessOf } from './password-rules.ts'
import { providerIds } from './providers.ts'

const returnPath = z.optional(
  z
    .string()
    .check(z.regex(/^\/(?![/\\])[^\s\\]{0,500}$/, { error: () => t('This must be a path of this site.') })),
)

const unknownPhoto = {
  error: () => t('The photo must be one that you uploaded with POST {path}.', { path: photoUploadPath }),
}

const invitation = z.optional(z.string().check(z.maxLength(200)))

export const bodySchemas = {
  '/sign-up/email': z.object({
    ...SignUpSchema.shape,
    callbackURL: returnPath,
    invitation,
  }),
  '/sign-in/email': SignInSchema,
  '/sign-in/social': z.object({
    provider: z.enum(providerIds, {
      error: () => t('{name} must be one of {values}.', { name: 'provider', values: providerIds.join(', ') }),
    }),
    callbackURL: returnPath,
    errorCallbackURL: returnPath,
    newUserCallbackURL: returnPath,
    /** Comes back with the provider's reply. */
    additionalData: z.optional(z.object({ invitation })),
  }),
  '/sign-in/magic-link': z.object({ ...EmailSchema.shape, callbackURL: returnPath }),
  '/magic-link/verify': LinkTokenSchema,
  '/request-password-reset': EmailSchema,
  '/reset-password': z.object({ ...NewPasswordSchema.shape, token: linkToken }),
  '/send-verification-email': z.object({ ...EmailSchema.shape, callbackURL: returnPath }),
  '/verify-email': z.object({
    ...LinkTokenSchema.shape,
    password: z.optional(SignInSchema.shape.password),
  }),
  '/decline-email': LinkTokenSchema,
  '/sign-out': z.object({}),
  '/change-password': z.object({
    ...NewPasswordSchema.shape,
    currentPassword: SignInSchema.shape.password,
    revokeOtherSessions: z.optional(z.boolean()),
  }),
  '/change-email': z.object({ newEmail: emailAddress }),
  '/update-user': z.object({
    name: z.optional(SignUpSchema.shape.name),
    /** A null removes the photo. A new one is uploaded instead (media/upload-route.ts). */
    image: z.optional(z.nullable(z.string(unknownPhoto).check(z.maxLength(500, unknownPhoto)))),
  }),
} as const satisfies Record<string, z.ZodMiniType>

export type AuthPath = keyof typeof bodySchemas
export type AuthBody = {
  email?: string
  newEmail?: string
  password?: string
  newPassword?: string
  provider?: string
  name?: string
  image?: string | null
  invitation?: string
}

export type AuthorizeOptions = {
  rateLimiter: RateLimiter
  viewerOf: ViewerOf
  settings: CurrentSettings
  invitations: Invitations
}

/** Throws unless a request may be forwarded to the identity provider: applies rate limits and checks what it requires. */
export async function authorize(
  { rateLimiter, settings, invitations, viewerOf }: AuthorizeOptions,
  path: AuthPath,
  body: AuthBody,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const network = networkOf(request.ip)
  const email = body.email ?? ''
  const siteName = settings().name
  switch (path) {
    case '/sign-in/email':
      await rateLimiter.consumeFrom('signIn', network)
      return rateLimiter.consumePasswordAttempt(email)
    case '/sign-up/email':
      requireAllowedName(body.name ?? '', siteName)
      await rateLimiter.consumeFrom('signUp', network)
      await invitations.requireSignUp(email, body.invitation)
      await requireStrongPassword('password', body.password, email, siteName)
      return rateLimiter.consume('emailLinkByRecipient', email)
    case '/send-verification-email':
    case '/request-password-reset':
    case '/sign-in/magic-link':
      await rateLimiter.consumeFrom('emailLinkByAddress', network)
      return rateLimiter.consume('emailLinkByRecipient', email)
    case '/reset-password':
    case '/magic-link/verify':
    case '/verify-email':
    case '/decline-email':
      return rateLimiter.consumeFrom('signIn', network, undefined, path)
    case '/change-password': {
      const viewer = requireViewer(await viewerOf(request, reply))
      // An attacker could guess the current password here too, not only on the sign-in page.
      await rateLimiter.consume('signIn', viewer.accountId)
      return requireStrongPassword('newPassword', body.newPassword, viewer.email, siteName)
    }
    case '/change-email':
      // A suspension is recognized by the account's email (suspension.ts).
      requireRecentLogin(requireActiveAccount(await viewerOf(request, reply)))
      await rateLimiter.consumeFrom('emailLinkByAddress', network)
      return rateLimiter.consume('emailLinkByRecipient', body.newEmail ?? '')
    case '/update-user': {
      const { name, photo } = requireViewer(await viewerOf(request, reply))
      if (body.name && body.name !== name) requireAllowedName(body.name, siteName)
      if (body.image == null || body.image === photo) return
      throw invalidFields({ image: unknownPhoto.error() })
    }
    case '/sign-in/social':
    case '/sign-out':
      return
  }
}

export async function requireStrongPassword(
  field: 'password' | 'newPassword',
  password = '',
  email: string,
  siteName: string,
) {
  const weakness = await weaknessOf(password, email, siteName)
  if (weakness) throw new AppError('invalid', weakness, { [field]: weakness })
}
