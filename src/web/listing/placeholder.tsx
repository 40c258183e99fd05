import type { Kind } from '../../shared/listing.ts'
import { useCategoryIcon } from './category-icon.tsx'

type PlaceholderProps = {
  kind: Kind
  /** Without a category, the paper is blank. */
  category?: string
}

/** Shown for a listing without pictures: its category's icon on a flyer for a service, or on a ticket for an event. */
export function Placeholder({ kind, category }: PlaceholderProps) {
  const service = kind === 'service'
  return (
    <svg
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      className={`size-full ${service ? 'bg-sage' : 'bg-sky'}`}
      aria-hidden="true"
    >
      {service ? <Flyer /> : <Ticket />}
      {category === undefined ? <BlankLines kind={kind} /> : <CategoryMark kind={kind} category={category} />}
    </svg>
  )
}

function Flyer() {
  return (
    <g transform="rotate(-4 200 150)">
      <rect x="128" y="54" width="144" height="142" className="fill-drawn-paper" />
      <path d="M158 180h84" className="stroke-drawn" strokeWidth="7" strokeLinecap="round" opacity="0.22" />
      {[0, 1, 2, 4].map((at) => (
        <rect key={at} x={128 + at * 29.2} y="200" width="27" height="46" className="fill-drawn-paper" />
      ))}
      <circle cx="200" cy="58" r="11" className="fill-accent" />
      <circle cx="197" cy="55" r="3.5" className="fill-drawn-paper" opacity="0.8" />
    </g>
  )
}

function Ticket() {
  return (
    <g transform="rotate(-7 200 150)">
      <path d="M80 90h240v38a22 22 0 0 0 0 44v38H80v-38a22 22 0 0 0 0-44z" className="fill-drawn-paper" />
      <path d="M246 100v100" className="stroke-drawn" strokeWidth="4" strokeDasharray="7 8" opacity="0.35" />
      <path
        d="m274 132 5.5 12.2 13.3 1.4-9.9 9 2.7 13.2-11.6-6.6-11.6 6.6 2.7-13.2-9.9-9 13.3-1.4z"
        className="fill-accent"
      />
    </g>
  )
}

const tilts = { service: 'rotate(-4 200 150)', event: 'rotate(-7 200 150)' }

/** Where the square icon is on the paper. */
const marks = { service: { x: 161, y: 86, size: 78 }, event: { x: 122, y: 104, size: 92 } }

function CategoryMark({ kind, category }: Required<PlaceholderProps>) {
  const { x, y, size } = marks[kind]
  return (
    <use
      href={useCategoryIcon(category)}
      x={x}
      y={y}
      width={size}
      height={size}
      transform={tilts[kind]}
      className="line-drawing text-accent dark:text-drawn"
    />
  )
}

const lines = { service: 'M152 100h96M152 122h96M152 144h60', event: 'M116 138h96M116 162h58' }

function BlankLines({ kind }: Pick<PlaceholderProps, 'kind'>) {
  return (
    <path
      d={lines[kind]}
      transform={tilts[kind]}
      className="stroke-drawn"
      strokeWidth="7"
      strokeLinecap="round"
      opacity="0.28"
    />
  )
}
