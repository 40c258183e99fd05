/**
 * Runs one call of the contract: checks access, parses the input, calls the handler, and returns only what the reply
 * schema names. HTTP requests and server-rendered pages both come through here, so there is one path to the data.
 */
import type * as z from 'zod/mini'
import type { Access, CallName } from '../../../shared/contract/endpoint.ts'
import type { CallInput, CallReply } from '../../../shared/contract.ts'
import { catalogCalls, contract, type Endpoint } from '../../../shared/contract.ts'
import { AppError, invalidFields } from '../../../shared/errors.ts'
import { readerLanguage, sourceLanguage } from '../../../shared/language.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { compiledSchema } from './compiled-schemas.ts'
import { requireActiveAccount, requireRecentLogin, requireRole, requireViewer } from './guards.ts'
import type { Handlers, RequestContext } from './handlers.ts'

function requireAccess(access: Access, viewer: Viewer | null, refusal: Message | undefined): void {
  if (access === 'signed-in') requireViewer(viewer)
  else if (access === 'active') requireActiveAccount(viewer)
  else requireRole(access, viewer, refusal)
}

export type Dispatch = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  context: RequestContext,
) => Promise<CallReply<N>>

export function createDispatch(handlers: Handlers): Dispatch {
  // Catalog calls return the same large objects every time, so each is parsed once.
  const parsedReplies = new WeakMap<object, unknown>()

  return async (name, input, context) => {
    const endpoint: Endpoint = contract[name]
    const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown }
    // Before validation: validation errors would tell someone without access what the call expects.
    if (endpoint.access) requireAccess(endpoint.access, context.viewer, endpoint.refusal)
    if (endpoint.recentSignIn) requireRecentLogin(context.viewer)
    const request = {
      ...context,
      ...(endpoint.params && { params: parse(endpoint.params, params ?? {}) }),
      ...(endpoint.query && { query: parse(endpoint.query, query ?? {}) }),
      ...(endpoint.body && { body: parse(endpoint.body, body ?? {}) }),
    }
    // `handlers[name]` is typed per name; here the name is only known at run time.
    const handle = handlers[name] as (request: unknown) => Promise<unknown>
    const result = await handle(request)
    if (endpoint.streamed) return result as CallReply<typeof name>
    const reply = compiledSchema(endpoint.reply)
    if (endpoint.paginated) {
      const { rows, total } = result as { rows: unknown; total: number }
      return { rows: reply.parse(rows), total } as CallReply<typeof name>
    }
    if (!catalogCalls.has(name) || typeof result !== 'object' || result === null) {
      return reply.parse(result) as CallReply<typeof name>
    }
    if (!parsedReplies.has(result)) parsedReplies.set(result, reply.parse(result))
    return parsedReplies.get(result) as CallReply<typeof name>
  }
}

/** Parses `value`. Throws `invalid`, with a sentence for each field. */
export function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const { data, error } = compiledSchema(schema).safeParse(value, { error: notValid })
  if (error) throw invalid(error.issues)
  return data
}

/** Returns the error of a schema without a sentence of its own. In English, it is the library's. No form sends such values. */
const notValid = () => (readerLanguage() === sourceLanguage ? undefined : t('This is not valid.'))

/** Keeps the first sentence about each field. */
function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  if (issues.some(({ path }) => path.length === 0)) return new AppError('invalid', t(notAnObject))
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.')] ??= issue.message
  return invalidFields(fields)
}

const notAnObject = msg('The body must be a JSON object with the fields of this call.')
