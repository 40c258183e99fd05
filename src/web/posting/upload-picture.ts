/** Uploads a picture to this site or to its configured image host (specification, section 7). */

import { type Api, readReply } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import type { PictureUpload } from '../../shared/picture-upload.ts'
import type { Upload, UploadCallbacks } from './picture-queue.ts'

/** Without progress for this long, the connection is considered lost, whatever the browser reports. */
const stallTimeoutMs = 60_000

export function createUpload(api: Api): Upload {
  let cached: Promise<PictureUpload> | null = null
  return async (file, callbacks) => {
    cached ??= api.getPictureUpload({})
    const target = await cached.catch((error: unknown) => {
      cached = null
      throw error
    })
    callbacks.signal.throwIfAborted()
    const form = new FormData()
    form.set('upload_preset', target.upload_preset)
    form.set('folder', target.folder)
    form.set('file', file)
    const url = new URL(target.url, location.href)
    const response = await send(url, form, callbacks)
    // API calls track the session: this one is rejected too, and reports the expired session once for all pictures.
    if (response.status === 401 && isSameOrigin(url)) await api.getPictureUpload({}).catch(() => {})
    return readAddress(await readReply(response))
  }
}

const isSameOrigin = ({ origin }: URL) => origin === location.origin

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function send(url: URL, form: FormData, { onProgress, signal }: UploadCallbacks): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let stallTimer = setTimeout(abort, stallTimeoutMs)
    const cleanUp = () => {
      clearTimeout(stallTimer)
      signal.removeEventListener('abort', abort)
    }
    const fail = () => {
      cleanUp()
      reject(new AppError('unavailable', unreachable))
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(abort, stallTimeoutMs)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      cleanUp()
      resolve(new Response(request.responseText, { status: request.status }))
    }
    request.onerror = fail
    request.onabort = fail
    signal.addEventListener('abort', abort)
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    // Never send this site's cookies to another host.
    request.withCredentials = isSameOrigin(url)
    request.send(form)
  })
}

function readAddress(reply: unknown): string {
  const address = typeof reply === 'object' && reply !== null && 'secure_url' in reply && reply.secure_url
  if (typeof address === 'string' && address !== '') return address
  throw new AppError('unavailable', 'The photo was not saved. Please try again.')
}
