import type { Module } from '../../platform/module.ts'
import { alertRoutes } from './routes.ts'
import { createAlertService } from './service.ts'

/** Saved searches, and alerts about new ads. */
export const alertsModule = (options: Parameters<typeof createAlertService>[0]) =>
  ({ handlers: alertRoutes(createAlertService(options)) }) satisfies Module
