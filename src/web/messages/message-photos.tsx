import { messagePhotoUrl, parseMessagePhoto } from '../../shared/message-photo.ts'
import { withQuery } from '../../shared/paths.ts'
import { widthsOf } from '../../shared/picture.ts'
import { t } from '../../shared/translate.ts'

type MessagePhotosProps = {
  photos: string[]
  /** Who sent them; null for the reader. */
  from: string | null
  /** The token of a visitor's link. */
  token?: string | undefined
}

/** The photos of a message. Each leads to the whole photo. */
export function MessagePhotos({ photos, from, token }: MessagePhotosProps) {
  if (photos.length === 0) return null
  return (
    <ul className={`mt-2 grid gap-2 ${photos.length > 1 ? 'max-w-sm grid-cols-2' : ''}`}>
      {photos.map((url, index) => {
        const photo = parseMessagePhoto(url)
        if (!photo) return null
        const address = (variant: number) =>
          withQuery(messagePhotoUrl({ ...photo, variant, format: 'webp' }), { token })
        const [smallest = photo.width] = widthsOf(photo.width)
        return (
          <li key={url}>
            <a href={address(photo.width)} data-page="reload" className="block w-fit">
              <img
                src={address(smallest)}
                srcSet={widthsOf(photo.width)
                  .map((width) => `${address(width)} ${width}w`)
                  .join(', ')}
                sizes={
                  photos.length > 1 ? '(min-width: 30rem) 190px, 40vw' : '(min-width: 48rem) 480px, 80vw'
                }
                alt={altOf(from, index + 1, photos.length)}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                className={`rounded-md bg-sunken ${photos.length > 1 ? 'aspect-square size-full object-cover' : 'max-h-80 w-auto'}`}
              />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function altOf(from: string | null, number: number, count: number): string {
  const sender = from === null ? t('From you') : t('From {name}', { name: from })
  return count > 1 ? t('{sender}, {number} of {count}', { sender, number, count }) : sender
}
