/** Sends a picture to where this site keeps them: its own address, or an image host (specification, section 7). */

import { type Api, readReply } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import type { PictureUpload } from '../../shared/picture-upload.ts'
import type { Upload } from './picture-queue.ts'

/** Nothing has moved for so long: the connection is gone, whatever the browser believes. */
const stalledMs = 60_000

type Told = Parameters<Upload>[1]

export function createUpload(api: Api): Upload {
  let asked: Promise<PictureUpload> | null = null
  return async (file, told) => {
    asked ??= api.getPictureUpload({})
    const where = await asked.catch((error: unknown) => {
      asked = null
      throw error
    })
    told.signal.throwIfAborted()
    const form = new FormData()
    form.set('upload_preset', where.upload_preset)
    form.set('folder', where.folder)
    form.set('file', file)
    const url = new URL(where.url, location.href)
    const response = await send(url, form, told)
    // A session that has ended is noticed by the calls: this one is refused too, and says so once for all pictures.
    if (response.status === 401 && isOwn(url)) await api.getPictureUpload({}).catch(() => {})
    return addressIn(await readReply(response))
  }
}

const isOwn = ({ origin }: URL) => origin === location.origin

/** By XMLHttpRequest: `fetch` does not tell how much has been sent. */
function send(url: URL, form: FormData, { onProgress, signal }: Told): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled = setTimeout(() => request.abort(), stalledMs)
    const end = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', cancel)
    }
    const cancel = () => request.abort()
    const giveUp = () => {
      end()
      reject(new AppError('unavailable', unreachable))
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled)
      stalled = setTimeout(cancel, stalledMs)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      end()
      resolve(new Response(request.responseText, { status: request.status }))
    }
    request.onerror = giveUp
    request.onabort = giveUp
    signal.addEventListener('abort', cancel)
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    // Who is signed in here is nobody else's business.
    request.withCredentials = isOwn(url)
    request.send(form)
  })
}

function addressIn(reply: unknown): string {
  const address = typeof reply === 'object' && reply !== null && 'secure_url' in reply && reply.secure_url
  if (typeof address === 'string' && address !== '') return address
  throw new AppError('unavailable', 'The picture was not taken. Please try again.')
}
