import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isOwnRequest, isProbe } from '../../platform/http/internal-requests.ts'

/** With what admins sign in. */
const signIn = /^\/(signin|email-link|reset-password|api\/(auth\/.*|session|auth-providers))(\?|$)/

/** Rejects the requests of everyone but admins during maintenance, except those for files and for signing in. */
export function mountMaintenance(
  app: FastifyInstance,
  { settings, viewerOf }: { settings: CurrentSettings; viewerOf: ViewerOf },
) {
  app.addHook('preHandler', async (request, reply) => {
    const { maintenance, maintenanceText } = settings()
    if (!maintenance || isOpen(request)) return
    const viewer = await viewerOf(request, reply).catch(() => null)
    if (!viewer?.isAdmin) throw new AppError('unavailable', maintenanceText, undefined, { retryAfter })
  })
}

/** Seconds. Search engines come back after it. */
const retryAfter = 300

const isOpen = (request: FastifyRequest) =>
  isProbe(request) ||
  isOwnRequest(request) ||
  request.routeOptions.config.cost === 0 ||
  signIn.test(request.url)
