import type { Kind } from '../../shared/listing.ts'

/** Shown for a listing without pictures: a blank flyer for a service, a ticket for an event. */
export function Placeholder({ kind }: { kind: Kind }) {
  const service = kind === 'service'
  return (
    <svg
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      className={`size-full ${service ? 'bg-sage' : 'bg-sky'}`}
      aria-hidden="true"
    >
      {service ? <Flyer /> : <Ticket />}
    </svg>
  )
}

function Flyer() {
  return (
    <g transform="rotate(-4 200 150)">
      <rect x="128" y="62" width="144" height="132" className="fill-drawn-paper" />
      <path
        d="M152 104h96M152 126h96M152 148h60"
        className="stroke-drawn"
        strokeWidth="7"
        strokeLinecap="round"
        opacity="0.28"
      />
      {[0, 1, 2, 4].map((at) => (
        <rect key={at} x={128 + at * 29.2} y="198" width="27" height="46" className="fill-drawn-paper" />
      ))}
      <circle cx="200" cy="66" r="11" className="fill-accent" />
      <circle cx="197" cy="63" r="3.5" className="fill-drawn-paper" opacity="0.8" />
    </g>
  )
}

function Ticket() {
  return (
    <g transform="rotate(-7 200 150)">
      <path d="M92 98h216v32a20 20 0 0 0 0 40v32H92v-32a20 20 0 0 0 0-40z" className="fill-drawn-paper" />
      <path d="M248 108v84" className="stroke-drawn" strokeWidth="4" strokeDasharray="7 8" opacity="0.35" />
      <path
        d="M128 134h84M128 156h52"
        className="stroke-drawn"
        strokeWidth="8"
        strokeLinecap="round"
        opacity="0.28"
      />
      <path
        d="m279 134 4.7 10.4 11.3 1.2-8.4 7.7 2.3 11.2-9.9-5.6-9.9 5.6 2.3-11.2-8.4-7.7 11.3-1.2z"
        className="fill-accent"
      />
    </g>
  )
}
