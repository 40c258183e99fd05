import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { maintenanceRetrySeconds } from '../../../shared/limits.ts'
import { isAdmin } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isOwnRequest, isProbe } from '../../platform/http/internal-requests.ts'

/** With what admins sign in, the first one sets the site up, and everyone signs out. */
const signIn =
  /^\/(signin|email-link|reset-password|setup|api\/(auth\/(first-admin|sign-in|sign-out|magic-link|callback|get-session|request-password-reset|reset-password)|session|logout|auth-providers|setup-link))([/?]|$)/

type Options = { settings: CurrentSettings; viewerOf: ViewerOf }

/** Returns whether a request is closed to its sender: during maintenance, all are except those of admins, for files, and for signing in. */
type IsClosed = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

export const createMaintenance =
  ({ settings, viewerOf }: Options): IsClosed =>
  async (request, reply) => {
    if (!settings().maintenance || isOpen(request)) return false
    const viewer = await viewerOf(request, reply).catch(() => null)
    return !isAdmin(viewer)
  }

/** Rejects closed requests, except those for pages, which show the text of the site in its look. */
export function mountMaintenance(
  app: FastifyInstance,
  { settings, isClosed }: { settings: CurrentSettings; isClosed: IsClosed },
) {
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url === '/*' || !(await isClosed(request, reply))) return
    throw new AppError('unavailable', settings().maintenanceText, undefined, {
      retryAfter: maintenanceRetrySeconds,
    })
  })
}

const isOpen = (request: FastifyRequest) =>
  isProbe(request) ||
  isOwnRequest(request) ||
  request.routeOptions.config.cost === 0 ||
  signIn.test(request.url)
