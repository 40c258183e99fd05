import { renewed } from '../../../../shared/messages/renewals.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import type { Renewals } from './renewals.ts'

export const renewalRoutes = (renewals: Renewals) =>
  ({
    renewService: async (request) => {
      await renewals.renew(request, request.params.id)
      return { message: renewed }
    },
    getRenewal: ({ body }) => renewals.find(body.token),
    renewByLink: async ({ body }) => {
      await renewals.renewByLink(body.token)
      return { message: renewed }
    },
  }) satisfies Partial<Handlers>
