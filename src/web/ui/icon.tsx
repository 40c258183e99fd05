// One small file for all of them: a drawing in a component of its own is paid for by every page, in scripts and in
// the time it takes to render.
import icons from './icons.svg'

export const iconNames = [
  'arrow-right',
  'calendar-days',
  'calendar-plus',
  'camera',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'cloud-off',
  'download',
  'eye',
  'eye-off',
  'flag',
  'grip',
  'image-plus',
  'lightbulb',
  'mail',
  'map-pin',
  'maximize-2',
  'menu',
  'pencil',
  'phone',
  'printer',
  'rss',
  'search',
  'share-2',
  'sliders-horizontal',
  'star',
  'x',
] as const

type Props = { name: (typeof iconNames)[number]; className?: string }

/** A drawing in the colour of the text, for the eye alone: what it stands for is said beside it. */
export function Icon({ name, className = '' }: Props) {
  return (
    <svg className={`line-drawing ${className}`} aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
