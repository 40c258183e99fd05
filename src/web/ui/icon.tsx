// One sprite file for all icons: as components, they would add to every page's scripts and render time.
import icons from './icons.svg'

export const iconNames = [
  'arrow-right',
  'arrow-up-down',
  'bell',
  'brand-facebook',
  'brand-google',
  'brand-instagram',
  'brand-x',
  'calendar-days',
  'calendar-plus',
  'camera',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'cloud-off',
  'copy',
  'download',
  'eye',
  'eye-off',
  'flag',
  'grip',
  'heart',
  'history',
  'image-plus',
  'layout-grid',
  'lightbulb',
  'link',
  'mail',
  'map-pin',
  'maximize-2',
  'menu',
  'message-circle',
  'pencil',
  'phone',
  'printer',
  'qr-code',
  'rss',
  'search',
  'share-2',
  'sliders-horizontal',
  'star',
  'triangle-alert',
  'x',
] as const

type IconProps = { name: (typeof iconNames)[number]; className?: string }

/** An icon in the text color. Hidden from screen readers: its meaning is in the text next to it. */
export function Icon({ name, className = '' }: IconProps) {
  return (
    <svg className={`line-drawing ${className}`} aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
