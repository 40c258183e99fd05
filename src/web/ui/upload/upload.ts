/** Sends a form with a file, and reports how far it is. */

import { AppError } from '../../../shared/errors.ts'
import { unreachable } from '../../../shared/messages/pages.ts'
import { t } from '../../../shared/translate.ts'

export type UploadCallbacks = {
  /** From 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Without progress for this long, the connection is considered lost, whatever the browser reports. */
const stallTimeoutMs = 60_000

export const isSameOrigin = ({ origin }: URL) => origin === location.origin

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. Throws `unavailable` without a response. */
export function sendForm(
  url: URL,
  form: FormData,
  { onProgress, signal }: UploadCallbacks,
): Promise<Response> {
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
      reject(new AppError('unavailable', t(unreachable)))
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
    request.setRequestHeader('accept-language', document.documentElement.lang)
    // Never send this site's cookies to another host.
    request.withCredentials = isSameOrigin(url)
    request.send(form)
  })
}
