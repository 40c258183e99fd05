/** Uploads the signed-in user's profile photo. Loaded on first use. */
import { type Api, readReply } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { photoFolder, photoUploadPath } from '../../shared/profile-photo.ts'
import { rejectReason } from '../ui/upload/picture-file.ts'
import { sendForm, type UploadCallbacks } from '../ui/upload/upload.ts'

/** The site crops the photo, makes it the account's, and deletes the previous one. Throws an AppError if the photo is refused. */
export async function uploadPhoto(api: Api, file: File, callbacks: UploadCallbacks): Promise<void> {
  const reason = rejectReason(file)
  if (reason) throw new AppError('invalid', reason)
  const form = new FormData()
  form.set('folder', photoFolder)
  form.set('file', file)
  const response = await sendForm(new URL(photoUploadPath, location.href), form, callbacks)
  // The session is tracked by API calls: this one is rejected too, and reports that the session has ended.
  if (response.status === 401) await api.getAccount({}).catch(() => {})
  await readReply(response)
}
