import type { Module } from '../../platform/module.ts'
import { reportQueue } from './queries.ts'
import { moderationRoutes } from './routes.ts'
import type { Moderation } from './service.ts'

/** Reports, and what admins decide. */
export const moderationModule = ({ moderation }: { moderation: Moderation }) =>
  ({ handlers: moderationRoutes(moderation), queue: reportQueue }) satisfies Module
