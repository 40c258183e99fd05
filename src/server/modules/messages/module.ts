import type { Module } from '../../platform/module.ts'
import { messageRoutes } from './routes.ts'
import { createMessageService } from './service.ts'

/** Messages between people. */
export const messagesModule = (options: Parameters<typeof createMessageService>[0]) =>
  ({ handlers: messageRoutes(createMessageService(options)) }) satisfies Module
