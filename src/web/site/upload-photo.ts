/** Uploads one photo to this site. */
import { type Api, readReply } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { rejectReason } from '../ui/upload/picture-file.ts'
import { sendForm, type UploadCallbacks } from '../ui/upload/upload.ts'

type Target = { path: string; folder: string }

/** Returns the reply. Throws an AppError if the photo is refused. */
export async function uploadPhoto(
  api: Api,
  { path, folder }: Target,
  file: File,
  callbacks: UploadCallbacks,
): Promise<unknown> {
  const reason = rejectReason(file)
  if (reason) throw new AppError('invalid', reason)
  const form = new FormData()
  form.set('folder', folder)
  form.set('file', file)
  const response = await sendForm(new URL(path, location.href), form, callbacks)
  // The session is tracked by API calls: this one is rejected too, and reports that the session has ended.
  if (response.status === 401) await api.getAccount({}).catch(() => {})
  return readReply(response)
}
