import type { Kind } from '../../shared/listing.ts'
import { useCategoryIcon } from './category-icon.tsx'

type PlaceholderProps = {
  kind: Kind
  /** Without a category, the icon is that of the kind. */
  category?: string
}

/** Shown for a listing without pictures: the icon of its category on a calm ground, with a pin for a service, or a stub for an event. */
export function Placeholder({ kind, category = kind }: PlaceholderProps) {
  const icon = useCategoryIcon(category)
  return (
    <svg
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      className="size-full bg-sunken"
      aria-hidden="true"
    >
      <rect
        x="110"
        y="60"
        width="180"
        height="180"
        rx="36"
        className="fill-surface stroke-line"
        strokeWidth="2"
      />
      {kind === 'service' ? (
        <circle cx="200" cy="60" r="11" className="fill-accent" />
      ) : (
        <path
          d="M290 132a18 18 0 0 0 0 36M110 132a18 18 0 0 1 0 36"
          className="fill-sunken stroke-line"
          strokeWidth="2"
        />
      )}
      <use href={icon} x="156" y="106" width="88" height="88" className="line-drawing text-soft" />
    </svg>
  )
}
