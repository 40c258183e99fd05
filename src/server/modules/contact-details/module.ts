import type { Module } from '../../platform/module.ts'
import type { ListingService } from '../listings/service.ts'
import { contactDetailsRoutes } from './routes.ts'
import type { ContactDetails } from './service.ts'

type Options = { contactDetails: ContactDetails; listings: ListingService }

/** Who gets the contact details of ads. */
export const contactDetailsModule = ({ contactDetails, listings }: Options) =>
  ({ handlers: contactDetailsRoutes(contactDetails, listings) }) satisfies Module
