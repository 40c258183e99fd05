/** Addresses by path. */
const files = import.meta.glob<string>('./photos/*', { eager: true, query: '?url', import: 'default' })

/** File names in `photos/`, without the ending. */
export type CollagePhotos = readonly [left: string, right: string, front: string]

/** The browser loads the third photo where it shows it. */
const visibleOnPhones = 2

type CollageProps = { photos: CollagePhotos; eager: boolean }

/** Two or three photos pinned beside the text of a banner. Phones have no room for the third. */
const places = [
  'top-0 left-0 w-[70%] -rotate-5 sm:left-[1%] sm:w-[56%]',
  'top-[28%] right-0.5 w-[70%] rotate-4 sm:top-[10%] sm:w-[55%] lg:top-[6%]',
  'top-[43%] left-[8%] hidden w-[62%] -rotate-2 lg:block',
]

export function Collage({ photos, eager }: CollageProps) {
  return (
    <div className="pointer-events-none absolute top-3 right-0 bottom-2 w-[36%] sm:w-[51%]" aria-hidden>
      {photos.map((name, index) => (
        <Photo key={name} name={name} eager={eager && index < visibleOnPhones} place={places[index] ?? ''} />
      ))}
    </div>
  )
}

type PhotoProps = { name: string; eager: boolean; place: string }

/** A print with a white edge. Those of the first banner are the largest pictures of the page. */
function Photo({ name, eager, place }: PhotoProps) {
  return (
    <div className={`banner-photo absolute p-1 pb-2.5 sm:p-1.5 sm:pb-4 ${place}`}>
      <span className="pin-head absolute -top-1.5 left-1/2 z-10 -translate-x-1/2" />
      <img
        src={files[`./photos/${name}.webp`]}
        alt=""
        width={360}
        height={270}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'low'}
        className="block h-auto w-full dark:brightness-90"
      />
    </div>
  )
}
