import type { Api } from '../../shared/api-client.ts'
import { serverMessageOf, UnexpectedResponseError } from '../../shared/errors.ts'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { listings, scheduled } from '../../shared/messages/forms.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { isRefused } from '../framework/loading.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { formatLocalTime } from '../listing/local-time.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import type { ListingCall } from './input.ts'
import { savedWithoutPictures, uploadsFailed } from './labels.ts'
import type { ListingFormData } from './load.ts'
import type { DraftSession } from './use-draft-session.ts'

/** How an edit conflict ends. */
export type Resolution =
  /** The server already has these values: an earlier response was lost. */
  | { outcome: 'saved'; listing: Service | Event }
  /** The other edit changed nothing that the form would overwrite: save again, on top of this version. */
  | { outcome: 'retry'; version: number }
  /** The user has to choose. */
  | { outcome: 'ask' }

type SaveOptions = {
  kind: Kind
  session: DraftSession
  form: ListingFormData
  onConflict: () => Promise<Resolution>
}

/**
 * Returns the function that saves a listing, reports it, and goes on to the user's own list (specification, section 8),
 * which says what can be done with a new listing.
 */
export function useSaveListing({ kind, session, form, onConflict }: SaveOptions) {
  const { api } = useBackend()
  const navigate = useNavigate()
  const { base, key, queue } = session

  async function save(request: ListingCall): Promise<Service | Event | null> {
    try {
      return await sendListing(api, { request, id: form.listing?._id ?? '', key })
    } catch (error) {
      if (!base || !isRefused(error, 'conflict')) throw error
      const resolution = await onConflict()
      if (resolution.outcome === 'ask') return null
      if (resolution.outcome === 'saved') return resolution.listing
      if ('version' in request.body) request.body.version = resolution.version
      return save(request)
    }
  }

  return async (request: ListingCall) => {
    const saved = await save(request)
    if (!saved) return
    session.autosave.finish()
    if (form.imported) await connectImported(api, form.imported.id, base ? null : saved._id)
    const failed = queue.pictures().flatMap(({ name, state }) => (state.status === 'failed' ? [name] : []))
    const { publishAt } = saved
    const posted = publishAt ? scheduled(formatLocalTime(publishAt)) : t(listings[kind].posted)
    toast({ tone: 'success', text: base ? t(listings[kind].updated) : posted, onNextPage: true })
    // Failed pictures are dropped from the listing (specification, section 7), so name them.
    if (failed.length > 0) {
      const edit = () => void navigate(paths.editListing(kind, saved._id))
      toast({
        tone: 'error',
        text: `${uploadsFailed(failed)}. ${t(savedWithoutPictures)}`,
        action: { label: t('Edit'), run: edit },
        onNextPage: true,
      })
    }
    await navigate(base ? paths.ownListings(kind) : paths.postedListing(kind, saved._id))
    session.discardUploads()
  }
}

/** Connects an imported event with its new ad, or marks its changes as reviewed. Without it, only the list of imports is wrong. */
async function connectImported(api: Api, id: string, newListing: string | null) {
  const body = newListing === null ? ({ reviewed: true } as const) : { listing: newListing }
  await api.changeImportedEvent({ params: { id }, body }).catch(() => {})
}

/** `id` is that of the listing to update; `key` makes a repeated post create a listing only once. */
type SendOptions = { request: ListingCall; id: string; key: string }

async function sendListing(api: Api, { request, id, key }: SendOptions): Promise<Service | Event> {
  const params = { id }
  switch (request.call) {
    case 'postService':
      return api.postService({ body: request.body, idempotencyKey: key })
    case 'postEvent':
      return api.postEvent({ body: request.body, idempotencyKey: key })
    case 'updateService':
      return api.updateService({ params, body: request.body })
    case 'updateEvent':
      return api.updateEvent({ params, body: request.body })
  }
}

/**
 * Returns the message of a failed save, in the words of the specification, section 8. `fieldsShown` tells that fields of
 * the form already show what is wrong.
 */
export function saveErrorMessage(
  kind: Kind,
  isUpdate: boolean,
  error: unknown,
  fieldsShown: boolean,
): string {
  const { updateFailed, postFailed } = listings[kind]
  const summary = t(isUpdate ? updateFailed : postFailed)
  if (error instanceof UnexpectedResponseError) return summary
  const serverMessage = serverMessageOf(error)
  if (serverMessage === null) return `${summary}. ${t(unreachable)}`
  // Only the message of a failed service post begins with a summary; the others are the server's own text.
  if (kind === 'service' && !isUpdate) return fieldsShown ? summary : `${summary}. ${serverMessage}`
  return serverMessage
}
