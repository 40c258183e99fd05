/** The plain HTML forms of the contract, for browsers without scripts: each makes a call and leads to a page. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName, Fields, PlainForm } from '../../../shared/contract/endpoint.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import { networkOf } from './client-network.ts'
import type { ViewerOf } from './contract-routes.ts'
import type { Dispatch } from './dispatch.ts'
import { sendError } from './errors.ts'
import { acceptForms } from './form-bodies.ts'
import { isCorrectable, type SentForm } from './refused-form.ts'

/** The longest field is a message of 5,000 characters, each of which can take 12 bytes in a form. */
const maxFormBytes = 64 * 1024

export type FormOfCall = PlainForm & { call: CallName }
type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id?: string } }>

export function mountForms(
  app: FastifyInstance,
  { dispatch, viewerOf, publicUrl }: { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string },
) {
  for (const [path, forms] of Map.groupBy(formsOfContract(), (form) => form.path)) {
    // In a separate scope, so that no other route accepts form bodies.
    void app.register(async (scope) => {
      acceptForms(
        scope,
        Math.max(...forms.map(({ maxBytes = maxFormBytes }) => maxBytes)),
        forms.flatMap(({ lists = [] }) => lists),
      )
      scope.post(path, async (request: FormRequest, reply) => {
        const viewer = await viewerOf(request, reply)
        const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
        const fields = request.body ?? {}
        const form = chooseForm(forms, fields)
        const input = { params: { ...fields, ...request.params }, body: bodyOf(form, fields) }
        const sent: SentForm = { path: request.url, fields, hidden: isHidden(form) }
        const done = await dispatch(form.call, input as never, context).catch((thrown: unknown) => {
          if (!isCorrectable(thrown, sent)) throw thrown
          return thrown
        })
        if (done instanceof AppError)
          return sendError(request, reply, done, { ...sent, errors: done.fields ?? {} })
        const next = form.next({ id: request.params.id ?? '', fields, reply: done })
        return reply.redirect(publicUrl + next, 303)
      })
    })
  }
}

/** What a form says about itself, what was read or sent by email, and the field that only bots fill in. */
const neverTyped = ['action', 'version', 'token', 'website']

export const isHidden =
  ({ marker, hidden }: PlainForm) =>
  (name: string) =>
    neverTyped.includes(name) || name === marker || hidden?.test(name) === true

export const formsOfContract = (): FormOfCall[] =>
  (Object.entries(contract) as [CallName, Endpoint][]).flatMap(([call, { forms = [] }]) =>
    forms.map((form) => ({ ...form, call })),
  )

/** Returns the form of a path that the fields are of. Throws `invalid` for an action that is not known. */
function chooseForm(forms: FormOfCall[], fields: Fields): FormOfCall {
  const form =
    forms.find(({ actions }) => actions && Object.hasOwn(actions, fields.action ?? '')) ??
    forms.find(({ marker }) => marker && Object.hasOwn(fields, marker)) ??
    forms.find(({ actions, marker }) => !actions && !marker)
  if (!form) throw new AppError('invalid', t('This form is out of date. Please reload the page.'))
  return form
}

const bodyOf = ({ toBody, actions }: PlainForm, fields: Fields): object => ({
  ...(toBody?.(fields) ?? fields),
  ...actions?.[fields.action ?? ''],
})
