import type { Module } from '../../platform/module.ts'
import { contactRoutes } from './routes.ts'
import type { ContactService } from './service.ts'

/** The contact form. */
export const contactModule = ({ contact }: { contact: ContactService }) =>
  ({ handlers: contactRoutes(contact) }) satisfies Module
