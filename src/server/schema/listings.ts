/** What queries name through Kysely of the tables of listings and their pictures. */
import type { Generated } from 'kysely'
import type { ListingStatus, RestorableStatus } from '../../shared/listing.ts'
import type { PriceUnit } from '../../shared/price.ts'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    listing: {
      id: string
      kind: 'service' | 'event'
      author_id: string
      status: Generated<ListingStatus>
      title: string
      description: string
      price: number
      price_unit: PriceUnit | null
      category_id: number
      subcategory_id: number | null
      country_id: number
      state_id: number | null
      city_id: number | null
      business_email: Generated<string>
      phone: Generated<string>
      facebook: Generated<string>
      instagram: Generated<string>
      messages_only: Generated<boolean>
      event_availability: 'available' | 'soldout' | null
      start_date: string | null
      end_date: string | null
      canceled: Generated<string | null>
      postponed: Generated<string | null>
      posted: Generated<string>
      version: Generated<number>
      edited: Generated<string | null>
      removed_by: Generated<string | null>
      removal_reason: Generated<string>
      previous_status: Generated<RestorableStatus | null>
      hidden_by_suspension: Generated<boolean>
      /** Not in lists. */
      archived: Generated<boolean>
    }
    image: {
      id: string
      uploader_id: string | null
      url: string
      width: number | null
      height: number | null
      format: string
      bytes: number | null
      placeholder: Generated<string>
      received: Generated<number>
      stored: Generated<string | null>
    }
  }
}
