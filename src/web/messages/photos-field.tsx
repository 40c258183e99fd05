import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { Api } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { maxMessagePhotos } from '../../shared/limits.ts'
import { messagePhotoFolder, messagePhotoUploadPath } from '../../shared/message-photo.ts'
import { t } from '../../shared/translate.ts'
import { uploadPhoto } from '../site/upload-photo.ts'
import { pictureTypes } from '../ui/forms/picture-types.ts'
import { Field, fileInputClass, useDescription } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { messageOf } from '../ui/toast.ts'
import { acceptedFiles } from '../ui/upload/picture-file.ts'

const name = 'photos'

/** A file field that works without scripts. With them, it adds to the photos that are chosen already, and shows them. */
export function PhotosField() {
  const hint = t('Up to {max}: {files} each. Only the two of you can see them.', {
    max: maxMessagePhotos,
    files: acceptedFiles(),
  })
  const { id, error, aria } = useDescription(name, hint, true)
  const input = useRef<HTMLInputElement>(null)
  const [{ files, leftOut }, setChosen] = useState<Chosen>({ files: [], leftOut: 0 })
  useEffect(() => {
    const field = input.current
    const form = field?.form
    // Also what was chosen before hydration.
    const read = () => field && setChosen(keepFirst(field, [...(field.files ?? [])]))
    const onReset = () => setTimeout(read)
    read()
    form?.addEventListener('reset', onReset)
    return () => form?.removeEventListener('reset', onReset)
  }, [])

  const choose = (chosen: File[]) => input.current && setChosen(keepFirst(input.current, chosen))

  return (
    <Field id={id} label={t('Photos')} optional hint={hint} error={error}>
      <input
        {...aria}
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={pictureTypes}
        multiple
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => choose([...files, ...(target.files ?? [])])}
        className={fileInputClass}
      />
      <p role="status" className="mt-2 text-sm font-semibold empty:hidden">
        {leftOut > 0 &&
          t('These are the first {max}. Please send the others in another message.', {
            max: maxMessagePhotos,
          })}
      </p>
      {files.length > 0 && (
        <ul aria-label={t('Chosen photos')} className="mt-3 flex flex-wrap gap-3">
          {files.map((file, index) => (
            <ChosenPhoto
              // biome-ignore lint/suspicious/noArrayIndexKey: Two files can have the same name.
              key={`${index} ${file.name}`}
              file={file}
              onRemove={() => {
                choose(files.filter((other) => other !== file))
                input.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </Field>
  )
}

type Chosen = { files: File[]; leftOut: number }

/** Makes these the files of a field, as far as a message can have so many. */
function keepFirst(field: HTMLInputElement, chosen: File[]): Chosen {
  const kept = new DataTransfer()
  for (const file of chosen.slice(0, maxMessagePhotos)) kept.items.add(file)
  field.files = kept.files
  return { files: [...kept.files], leftOut: chosen.length - kept.files.length }
}

function ChosenPhoto({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const preview = URL.createObjectURL(file)
    setUrl(preview)
    return () => URL.revokeObjectURL(preview)
  }, [file])
  return (
    <li className="relative">
      {url && (
        <img
          src={url}
          alt={file.name}
          className="size-24 rounded-md border border-line bg-sunken object-cover"
        />
      )}
      <button
        type="button"
        aria-label={t('Remove {name}', { name: file.name })}
        onClick={onRemove}
        className="absolute -top-2 -end-2 flex size-11 cursor-pointer items-center justify-center"
      >
        <span className="flex size-7 items-center justify-center rounded-full border border-edge bg-surface shadow-sheet hover:bg-sunken">
          <Icon name="x" className="size-4" />
        </span>
      </button>
    </li>
  )
}

/** Returns the photos that are chosen in a form. */
export function chosenPhotos(form: HTMLFormElement | null): File[] {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? [...(field.files ?? [])] : []
}

/** The addresses of photos that were uploaded before the message was refused. */
const uploaded = new WeakMap<File, string>()

/** Uploads the photos that are chosen in a form, and returns their addresses. Throws an AppError for the field if one is refused. */
export async function uploadPhotos(api: Api, form: HTMLFormElement | null): Promise<string[]> {
  const addresses: string[] = []
  for (const file of chosenPhotos(form)) {
    const address = uploaded.get(file) ?? (await upload(api, file))
    uploaded.set(file, address)
    addresses.push(address)
  }
  return addresses
}

const target = { path: messagePhotoUploadPath, folder: messagePhotoFolder }

async function upload(api: Api, file: File): Promise<string> {
  const callbacks = { onProgress: () => {}, signal: new AbortController().signal }
  try {
    return ((await uploadPhoto(api, target, file, callbacks)) as { secure_url: string }).secure_url
  } catch (error) {
    const { code } = error instanceof AppError ? error : { code: 'unavailable' as const }
    const sentence = t('{name}: {problem}', { name: file.name, problem: messageOf(error) })
    throw new AppError(code, sentence, { [name]: sentence }, { cause: error })
  }
}
