/** What the contract says about a call besides its method and path, which are in `calls.ts`, `later-calls.ts`, and `dashboard-calls.ts`. */

import * as z from 'zod/mini'
import type { Call, calls } from '../calls.ts'
import type { dashboardCalls } from '../dashboard-calls.ts'
import type { laterCalls } from '../later-calls.ts'
import { type Role, roles } from '../policy.ts'
import type { Message } from '../translate.ts'

export type CallName = keyof typeof calls | keyof typeof laterCalls | keyof typeof dashboardCalls

type Shape = z.ZodMiniObject
export type Access = 'signed-in' | 'active' | Role
export const isRole = (access: Access | undefined): access is Role => roles.some((role) => role === access)

export type Row = {
  /** Public API documentation: a sentence in the style of "Lists services, newest first." */
  summary: string
  /**
   * Who may make this call: everyone if omitted, any signed-in account (`signed-in`), an account that is not suspended
   * (`active`), or someone who is not suspended and has at least this role. Which objects a scoped moderator may see and decide about
   * is a rule of the module's service: a call with `moderator` or `admin` needs none.
   */
  access?: Access
  /** The message for an account without access, if it differs from the general one. */
  refusal?: Message
  /** Requires a sign-in within the last hour, besides `access`. */
  recentSignIn?: true
  params?: Shape
  query?: Shape
  body?: Shape
  reply: z.ZodMiniType
  /** The status of a success: 201 if the call creates a resource, otherwise 200. */
  status?: 201
  /** The reply is the same for every viewer, and caches may keep it for this many seconds. No session is read. */
  maxAge?: number
  /** The reply to visitors is the same until a setting changes, or the server restarts. */
  constant?: true
  /** Counts the call's requests apart from all others (docs/limits.md). */
  budget?: { name: string; perMinute: number; burst: number }
  /** The handler returns the JSON text of the reply in parts, for replies that may be too large for the server's memory. */
  streamed?: true
  /** The plain HTML forms that make the call where scripts do not run. */
  forms?: readonly PlainForm[]
}

export type Endpoint = Call & Row

/** A form's fields. If there are several of one name, the last one, or all in `lists`, joined by commas. */
export type Fields = Record<string, string>

/**
 * A plain HTML form of a call. Its fields are the parameters and the body of the call, which ignores all others. The server
 * redirects to the page that follows, or shows a page with the sentence of the error and what was typed.
 */
export type PlainForm = {
  /** Where it is sent. `:id` is the call's parameter of this name. */
  path: string
  /**
   * Distinguishes forms with one path: the values of its field `action`, and what each adds to the body. A form without
   * `actions` also gets every other value.
   */
  actions?: Readonly<Record<string, object>>
  /** Distinguishes forms with one path: a field that only this one has. */
  marker?: string
  /** The names of its fields that nobody types, besides `action`, `version`, `token`, and `marker`. */
  hidden?: RegExp
  /** The most bytes, if it has more than most. */
  maxBytes?: number
  /** The names of its fields with several values. */
  lists?: readonly string[]
  /** It is also sent with photos, to `photoFormPath` of its path: the body of the call has their addresses. */
  withPhotos?: true
  /** Returns the body of the call, not yet validated, if it differs from the fields: all values of a form are texts. */
  toBody?: (fields: Fields) => object
  /** Returns the path of the page that follows. */
  next(submitted: SubmittedForm): string
}

/** `id` is that of the form's path, or empty. `reply` is the call's. */
export type SubmittedForm<Reply = unknown> = { id: string; fields: Fields; reply: Reply }

/** Returns the fields that are not empty. */
export const filledOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Some rows of the contract, by the names of their calls. */
export type Rows = Partial<Record<CallName, Row>>

/** The reply of a call that returns only a sentence about what was done. */
export const messageReply = z.object({ message: z.string() })
