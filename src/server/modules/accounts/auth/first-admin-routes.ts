/** Where the first admin comes through the link of the setup: with scripts, and by the plain form of its page. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { SignUpSchema } from '../../../../shared/account.ts'
import type { Fields } from '../../../../shared/contract/endpoint.ts'
import { AppError } from '../../../../shared/errors.ts'
import { privatePaths, withQuery } from '../../../../shared/paths.ts'
import { linkToken } from '../../../../shared/schemas/fields.ts'
import { setupSteps } from '../../../../shared/settings/setup-steps.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import { networkOf } from '../../../platform/http/client-network.ts'
import { parse } from '../../../platform/http/dispatch.ts'
import { sendError } from '../../../platform/http/errors.ts'
import { acceptForms } from '../../../platform/http/form-bodies.ts'
import { isCorrectable, type SentForm } from '../../../platform/http/refused-form.ts'
import { isSetupLink } from '../../setup/service.ts'
import { createFirstAdmin, type FirstAdmin, setupLinkGone } from '../first-admin.ts'
import { type AuthorizeOptions, requireStrongPassword } from './auth-requests.ts'
import { basePath, copyCookies, type Forward, sendResponse } from './forward.ts'

export type FirstAdminOptions = Pick<AuthorizeOptions, 'rateLimiter' | 'settings'> & {
  database: Database
  publicUrl: string
}

const FirstAdminSchema = z.object({ ...SignUpSchema.shape, token: linkToken })
const maxFormBytes = 4096

export function mountFirstAdmin(app: FastifyInstance, options: FirstAdminOptions, forward: Forward) {
  const { publicUrl } = options
  const path = '/first-admin'
  app.post(basePath + path, async (request, reply) =>
    sendResponse(reply, await signInFirstAdmin(request, options, forward)),
  )
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post<{ Body: Fields | undefined }>(privatePaths.setup, async (request, reply) => {
      const sent: SentForm = {
        path: privatePaths.setup,
        fields: request.body ?? {},
        hidden: (name) => name === 'token',
      }
      const response = await signInFirstAdmin(request, options, forward).catch((thrown: unknown) => {
        if (!isCorrectable(thrown, sent)) throw thrown
        return thrown
      })
      if (response instanceof AppError)
        return sendError(request, reply, response, { ...sent, errors: response.fields ?? {} })
      copyCookies(reply, response)
      const next = setupSteps[1].id
      return reply.redirect(publicUrl + withQuery(privatePaths.setup, { step: next }), 303)
    })
  })
}

/** Returns the response to signing in. Guessing costs little: the link is checked before the password. */
async function signInFirstAdmin(
  request: FastifyRequest,
  { rateLimiter, settings, database }: FirstAdminOptions,
  forward: Forward,
): Promise<Response> {
  const network = networkOf(request.ip)
  await rateLimiter.consumeFrom('signIn', network, undefined, privatePaths.setup)
  const person = parse(FirstAdminSchema, request.body ?? {}) as FirstAdmin
  const { token, email, password } = person
  if (!(await isSetupLink(database, token))) throw setupLinkGone()
  await requireStrongPassword('password', password, email, settings().name)
  await createFirstAdmin(database, person, network)
  const response = await forward('/sign-in/email', request, { email, password })
  if (!response.ok) throw new AppError('unavailable', t('Your account is ready. Please sign in.'))
  return response
}
