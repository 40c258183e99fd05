type AvatarProps = { name: string; photo: string | null; size?: 'small' | 'large' }

const sizes = { small: 'size-9 text-sm', large: 'size-16 text-xl' }

/** A photo, or the initials of the first and last name. Hidden from screen readers: the name is next to it. */
export function Avatar({ name, photo, size = 'small' }: AvatarProps) {
  const classes = `${sizes[size]} shrink-0 rounded-full`
  if (photo) return <img src={photo} alt="" width={64} height={64} className={`${classes} object-cover`} />
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
