/** Sends one notification to one browser. A push service that fails is tried again; a browser that is gone is forgotten. */
import { type Agent, request } from 'node:https'
import type { Task } from 'graphile-worker'
import webpush from 'web-push'
import * as z from 'zod/mini'
import { publicPaths } from '../../../../shared/paths.ts'
import type { CurrentSettings } from '../../../../shared/settings/table.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import { inLanguage } from '../../../platform/language/reader-language.ts'
import { listPath } from '../search-query.ts'
import { createPublicAgent, isPublicEndpoint } from './endpoint.ts'
import { deleteSubscriptionById, findMessage, type PushMessage } from './queries.ts'
import { vapidKeys } from './vapid-keys.ts'

const timeoutMs = 5_000
/** How long the push service keeps a notification for a browser that is offline. */
const ttlSeconds = 86_400

const JobSchema = z.object({ subscription: z.uuid(), search: z.uuid(), listing: z.uuid(), total: z.int() })
export type PushJob = z.output<typeof JobSchema>

type Options = {
  database: Database
  secret: string
  settings: CurrentSettings
  /** Only tests replace these two. */
  isAllowedEndpoint?: ((endpoint: string) => boolean) | undefined
  agent?: Agent | undefined
}

/** Returns the job `send_push`. */
export function createPushSender({
  database: { kysely },
  secret,
  settings,
  isAllowedEndpoint = isPublicEndpoint,
  agent = createPublicAgent(),
}: Options): Task {
  const keys = vapidKeys(secret)

  return async function sendPush(payload, { job }) {
    const task = JobSchema.parse(payload)
    const message = await findMessage(kysely, task)
    if (!message) return
    const status = isAllowedEndpoint(message.endpoint)
      ? await send(message, task).catch((error: Error) => error)
      : 404
    if (typeof status === 'number' && status >= 200 && status < 300) return
    const isGone = status === 404 || status === 410
    if (isGone || job.attempts >= job.max_attempts) await deleteSubscriptionById(kysely, task.subscription)
    // The message names no endpoint: anyone who knows one can count the notifications of a browser.
    if (!isGone)
      throw new Error(`A push service failed (${status instanceof Error ? status.message : status}).`)
  }

  function send(message: PushMessage, task: PushJob): Promise<number> {
    const { endpoint, p256dh, auth, language } = message
    const content = inLanguage(language, () => contentOf(message, task))
    const { method, headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(content),
      { vapidDetails: { subject: `mailto:${settings().contactEmail}`, ...keys }, TTL: ttlSeconds },
    )
    return statusOf(endpoint, { method, headers, agent, timeout: timeoutMs }, body)
  }
}

/** What the service worker shows, in the language of the person. */
export function contentOf(
  { search, kind, query, title }: PushMessage,
  { search: id, listing, total }: PushJob,
) {
  return {
    title:
      total === 1
        ? t('New ad: {title}', { title })
        : t('{count, plural, one {# new ad} other {# new ads}}', { count: total }),
    body: t('For your search “{search}”', { search }),
    path: total === 1 ? publicPaths.listing(kind, listing) : listPath({ kind, query }, 'newest'),
    // A notification that arrives twice is shown once.
    tag: `${id} ${listing}`,
  }
}

type RequestOptions = Parameters<typeof request>[1]

/** Follows no redirect, and reads no body. */
function statusOf(url: string, options: RequestOptions, body: Buffer | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('timeout', () => sent.destroy(new Error('The push service did not respond.')))
    sent.on('error', reject)
    sent.end(body)
  })
}
