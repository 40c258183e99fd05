type AvatarProps = { name: string; photo: string | null; size?: 'small' | 'large' | 'huge' }

const sizes = {
  small: { side: 36, look: 'size-9 text-sm' },
  large: { side: 64, look: 'size-16 text-xl' },
  huge: { side: 96, look: 'size-24 text-3xl' },
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
    <span
      className={`${classes} flex items-center justify-center bg-accent font-display font-bold text-on-accent`}
      aria-hidden
    >
      {initials(name)}
    </span>
  )
}

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/u)
    .filter(Boolean)
  const outer = words.length > 1 ? [words[0], words.at(-1)] : words
  // By code point: half of a surrogate pair is not a letter.
  return outer
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
