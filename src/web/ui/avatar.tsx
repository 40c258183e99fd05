type AvatarProps = { name: string; photo: string | null; size?: 'small' | 'large' | 'huge' }

const sizes = {
  small: { side: 36, look: 'size-9' },
  large: { side: 64, look: 'size-16' },
  huge: { side: 96, look: 'size-24' },
}

/** A photo, or the initials of the first and last name. Hidden from screen readers: the name is next to it. */
export function Avatar({ name, photo, size = 'small' }: AvatarProps) {
  const { side, look } = sizes[size]
  const classes = `${look} shrink-0 rounded-full`
  if (photo) {
    return (
      <img
        src={photo}
        alt=""
        width={side}
        height={side}
        decoding="async"
        className={`${classes} bg-sunken object-cover`}
      />
    )
  }
  return (
    <svg viewBox="0 0 36 36" width={side} height={side} className={`${classes} font-bold`} aria-hidden>
      <rect width="36" height="36" fill={avatarColor(name)} />
      <text x="18" y="18" dy=".36em" textAnchor="middle" fontSize="14" fill="#fff">
        {initials(name)}
      </text>
    </svg>
  )
}

/** Returns one of twelve colors, always the same for a name. All are as dark, so that white letters can be read on each. */
export function avatarColor(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return `oklch(.5 .11 ${(sum % 12) * 30})`
}

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/u)
    .filter(Boolean)
  const outer = words.length > 1 ? [words[0], words.at(-1)] : words
  // Split at code points: half of a surrogate pair is not a letter.
  return outer
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
