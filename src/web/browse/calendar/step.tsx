import { Icon } from '../../ui/icon.tsx'

type StepProps = { to: string | null; label: string; icon: 'chevron-left' | 'chevron-right' }

/** An arrow to the part of a calendar before or after; as wide without one. */
export function Step({ to, label, icon }: StepProps) {
  if (to === null) return <span className="size-11" />
  return (
    <a
      href={to}
      aria-label={label}
      title={label}
      rel="nofollow"
      data-page="keep-scroll"
      className="grid size-11 place-items-center rounded-full hover:bg-sunken"
    >
      <Icon name={icon} className="size-5 rtl:-scale-x-100" />
    </a>
  )
}
