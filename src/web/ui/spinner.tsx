/** Shows, and announces to screen readers, what is loading. */
export function Spinner({ children }: { children: string }) {
  return (
    <p role="status" className="flex flex-col items-center gap-4 py-24 text-soft">
      <span className="spinner" aria-hidden />
      {children}
    </p>
  )
}
