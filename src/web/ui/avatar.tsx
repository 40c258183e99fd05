type Props = { name: string; photo: string | null; size?: 'small' | 'large' }

const sizes = { small: 'size-9 text-sm', large: 'size-16 text-xl' }

/** A photo, or the first letters of the first and the last name. For the eye alone: the name stands beside it. */
export function Avatar({ name, photo, size = 'small' }: Props) {
  const look = `${sizes[size]} shrink-0 rounded-full`
  if (photo) return <img src={photo} alt="" width={64} height={64} className={`${look} object-cover`} />
  return (
    <span
      className={`${look} flex items-center justify-center bg-accent font-display font-bold text-on-accent`}
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
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  // By whole characters: half of a pair is no letter.
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
