import { type ChangeEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CurrentUser } from '../../shared/account.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { photoFolder, photoUploadPath } from '../../shared/profile-photo.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { visiblePhoto } from '../site/layout/account-menu.tsx'
import { uploadPhoto } from '../site/upload-photo.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { pictureTypes } from '../ui/forms/picture-types.ts'
import { ProgressBar } from '../ui/forms/progress-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { messageOf, toast } from '../ui/toast.ts'

type PhotoFieldProps = { user: Pick<CurrentUser, 'name' | 'email' | 'photo'> }

/** The user's profile photo, with buttons that upload and remove it. Each takes effect at once. */
export function PhotoField({ user }: PhotoFieldProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const { progress, removing, error, upload, remove } = usePhotoChange(chooser)
  const photo = visiblePhoto(user.photo)
  const busy = progress !== null || removing

  function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file) void upload(file)
  }

  return (
    <fieldset aria-labelledby={`${id}-name`} className="flex items-start gap-5">
      <Avatar name={user.name || user.email} photo={photo} size="huge" />
      <div className="min-w-0 flex-1">
        <p id={`${id}-name`} className="text-sm font-semibold">
          {t('Profile photo')}
        </p>
        <p id={`${id}-hint`} className="mt-1 text-xs text-soft">
          {t('Shown with your ads, cropped to a square.')}
        </p>
        <div className="needs-script mt-3 flex flex-wrap gap-3">
          <FileButton
            label={photo ? t('Change photo') : t('Upload a photo')}
            describedBy={`${id}-hint ${id}-error`}
            disabled={busy}
            input={chooser}
            onChange={onChoose}
          />
          <CameraButton disabled={busy} onChange={onChoose} />
          {photo && (
            <Button variant="secondary" disabled={busy} onClick={remove}>
              {removing ? t('Removing…') : t('Remove photo')}
            </Button>
          )}
        </div>
        {progress !== null && (
          <div className="mt-3 space-y-1">
            <p className="text-xs font-medium tabular-nums">
              {progress === 1 ? t('Almost there…') : t('{percent}%', { percent: Math.round(progress * 100) })}
            </p>
            <ProgressBar label={t('Uploading your photo')} progress={progress} />
          </div>
        )}
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm font-medium text-danger empty:hidden">
          {error}
        </p>
      </div>
    </fieldset>
  )
}

/** Changes the photo. `chooser` gets the focus afterwards if the control that had it was disabled during the change, or is gone. */
function usePhotoChange(chooser: RefObject<HTMLInputElement | null>) {
  const { api, identity } = useBackend()
  const revalidate = useRevalidate()
  const [progress, setProgress] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  const [error, setError] = useState('')
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function run(change: () => Promise<unknown>, text: string) {
    setError('')
    try {
      await change()
      // Shows the new photo everywhere: the reply to getSession updates the header.
      await Promise.all([api.getSession({}), revalidate()])
      toast({ tone: 'success', text })
    } catch (error) {
      if (!current.current?.signal.aborted) setError(messageOf(error))
    } finally {
      flushSync(() => {
        setProgress(null)
        setRemoving(false)
      })
      if (document.activeElement === document.body) chooser.current?.focus()
    }
  }

  function upload(file: File) {
    const controller = new AbortController()
    current.current = controller
    setProgress(0)
    const callbacks = { onProgress: setProgress, signal: controller.signal }
    const target = { path: photoUploadPath, folder: photoFolder }
    // The site crops the photo, makes it the account's, and deletes the previous one.
    return run(() => uploadPhoto(api, target, file, callbacks), t(sentences.photoSaved))
  }

  function remove() {
    setRemoving(true)
    return run(() => identity.updateUser({ image: null }), t(sentences.photoRemoved))
  }

  return { progress, removing, error, upload, remove }
}

type FileButtonProps = {
  label: string
  describedBy: string
  disabled: boolean
  input: RefObject<HTMLInputElement | null>
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A file input that looks like a button. Being a real input, it works by keyboard, and phones offer their camera. */
function FileButton({ label, describedBy, disabled, input, onChange }: FileButtonProps) {
  return (
    <label
      className={`relative inline-flex min-h-11 items-center justify-center rounded-full border border-edge bg-surface px-5 text-sm font-semibold has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent ${disabled ? 'opacity-45' : 'cursor-pointer hover:border-ink hover:bg-sunken'}`}
    >
      {label}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={onChange}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </label>
  )
}

/** Opens the front camera directly on touch devices. */
function CameraButton({ disabled, onChange }: Pick<FileButtonProps, 'disabled' | 'onChange'>) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <span className="hidden pointer-coarse:inline">
      <Button variant="secondary" disabled={disabled} onClick={() => camera.current?.click()}>
        <Icon name="camera" className="size-5" />
        {t('Take a photo')}
      </Button>
      <input ref={camera} type="file" accept={pictureTypes} capture="user" hidden onChange={onChange} />
    </span>
  )
}
