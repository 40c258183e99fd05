import type { Database } from '../../platform/database/database.ts'
import type { Module } from '../../platform/module.ts'
import { savedRoutes } from './routes.ts'
import { createSavedService } from './service.ts'

/** Saved ads. */
export const savedModule = ({ database }: { database: Database }) =>
  ({ handlers: savedRoutes(createSavedService(database)) }) satisfies Module
