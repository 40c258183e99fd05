import type { Module } from '../../platform/module.ts'
import { catalogRoutes } from './routes.ts'
import type { Catalog } from './service.ts'

/** Categories and places. */
export const catalogModule = ({ catalog }: { catalog: Catalog }) =>
  ({ handlers: catalogRoutes(catalog) }) satisfies Module
