import type { Kind } from '../../../shared/listing.ts'
import type { Handlers, RequestContext } from '../../platform/http/handlers.ts'
import type { ListingService } from '../listings/service.ts'
import type { ContactDetails } from './service.ts'

export function contactDetailsRoutes(contactDetails: ContactDetails, listings: Pick<ListingService, 'get'>) {
  const show = async (kind: Kind, context: RequestContext, id: string) => ({
    author: await contactDetails.show(context, await listings.get(context.viewer, kind, id)),
  })
  return {
    showServiceContact: (request) => show('service', request, request.params.id),
    showEventContact: (request) => show('event', request, request.params.id),
  } satisfies Partial<Handlers>
}
