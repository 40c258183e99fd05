/** A grey block in the place of something on its way. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`breathing block rounded-sm bg-sunken ${className}`} aria-hidden />
}
