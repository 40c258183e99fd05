/**
 * Answers one call of the contract: checks what was sent, asks the handler, and lets out only what the reply schema
 * names. HTTP requests and the server's own pages both come through here, so there is one path to the data.
 */
import type * as z from 'zod/mini'
import { type CallName, catalogCalls } from '../../../shared/calls.ts'
import type { CallInput, CallReply } from '../../../shared/contract.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { requireActiveAccount, requireAdmin, requireViewer } from './guards.ts'
import type { Handlers, RequestContext } from './handlers.ts'

const guards = { 'signed-in': requireViewer, active: requireActiveAccount, admin: requireAdmin }

export type Dispatch = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  asker: RequestContext,
) => Promise<CallReply<N>>

export function createDispatch(handlers: Handlers): Dispatch {
  // The catalog answers with the same objects every time. They are large, and looked through once.
  const parsedReplies = new WeakMap<object, unknown>()

  return async (name, input, asker) => {
    const endpoint: Endpoint = contract[name]
    const sent = input as { params?: unknown; query?: unknown; body?: unknown }
    // Before anything is said about what was sent: whoever may not ask learns nothing more.
    if (endpoint.access) guards[endpoint.access](asker.viewer, endpoint.refusal)
    const request = {
      ...asker,
      ...(endpoint.params && { params: parse(endpoint.params, sent.params ?? {}) }),
      ...(endpoint.query && { query: parse(endpoint.query, sent.query ?? {}) }),
      ...(endpoint.body && { body: parse(endpoint.body, sent.body ?? {}) }),
    }
    // The border between the table, which is read by name, and the handlers, which are typed by name.
    const handle = handlers[name] as (request: unknown) => Promise<unknown>
    const answer = await handle(request)
    if (endpoint.paginated) {
      const { rows, total } = answer as { rows: unknown; total: number }
      return { rows: endpoint.reply.parse(rows), total } as CallReply<typeof name>
    }
    if (!catalogCalls.has(name) || typeof answer !== 'object' || answer === null) {
      return endpoint.reply.parse(answer) as CallReply<typeof name>
    }
    if (!parsedReplies.has(answer)) parsedReplies.set(answer, endpoint.reply.parse(answer))
    return parsedReplies.get(answer) as CallReply<typeof name>
  }
}

/** Throws `invalid`, with a sentence for each field. */
export function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const { data, error } = schema.safeParse(value)
  if (error) throw invalid(error.issues)
  return data
}

/** One sentence a field, the first that was wrong with it; and all of them as the message. */
function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.')] ??= issue.message
  return new AppError('invalid', Object.values(fields).join(' '), fields)
}
