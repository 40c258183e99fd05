import { appeals } from '../../../shared/messages/forms.ts'
import { t } from '../../../shared/translate.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import type { Module } from '../../platform/module.ts'
import { createAppeals } from './service.ts'

/** What the site decided about someone's ads and account, for this person. */
export function statementsModule(options: Parameters<typeof createAppeals>[0]) {
  const own = createAppeals(options)
  return {
    handlers: {
      listStatements: ({ viewer }) => own.list(viewer),
      appeal: ({ viewer, params, body }) => done(own.appeal(viewer, params.id, body.text), t(appeals.sent)),
    } satisfies Partial<Handlers>,
  } satisfies Module
}
