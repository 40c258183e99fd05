import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import { mountTownMaps } from './routes.ts'

/** The maps on the pages of ads. */
export const mapsModule = ({ catalog }: { catalog: Catalog }) =>
  ({ mount: (app) => mountTownMaps(app, catalog) }) satisfies Module
