/** Uploads a picture to this site or to its configured image host (specification, section 7). */

import { type Api, readReply } from '../../shared/api-client.ts'
import type { PictureUpload } from '../../shared/contract/posting.ts'
import { AppError } from '../../shared/errors.ts'
import { t } from '../../shared/translate.ts'
import { isSameOrigin, sendForm } from '../ui/upload/upload.ts'
import type { Upload } from './picture-queue.ts'

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
    const response = await sendForm(url, form, callbacks)
    // API calls track the session: this one is rejected too, and reports the expired session once for all pictures.
    if (response.status === 401 && isSameOrigin(url)) await api.getPictureUpload({}).catch(() => {})
    return readAddress(await readReply(response))
  }
}

function readAddress(reply: unknown): string {
  const address = typeof reply === 'object' && reply !== null && 'secure_url' in reply && reply.secure_url
  if (typeof address === 'string' && address !== '') return address
  throw new AppError('unavailable', t('The photo was not saved. Please try again.'))
}
