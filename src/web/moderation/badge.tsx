const looks = {
  good: 'bg-sage',
  waiting: 'bg-butter',
  bad: 'bg-blush',
  plain: 'bg-sunken',
  special: 'bg-sky',
}

type Props = { look: keyof typeof looks; children: string }

export const Badge = ({ look, children }: Props) => <span className={`badge ${looks[look]}`}>{children}</span>

const ofStatus = {
  active: { look: 'good', label: 'Live' },
  reported: { look: 'waiting', label: 'Reported' },
  hidden: { look: 'bad', label: 'Hidden' },
  deleted: { look: 'plain', label: 'Deleted' },
} as const

export function StatusBadge({ status }: { status: keyof typeof ofStatus }) {
  const { look, label } = ofStatus[status]
  return <Badge look={look}>{label}</Badge>
}
