/** A gray block in place of content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`breathing block rounded-sm bg-sunken ${className}`} aria-hidden />
}
