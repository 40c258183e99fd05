/** What went wrong, told in the dialog itself: what lies behind it cannot be read. */
export function Problem({ children }: { children: string | null }) {
  return (
    <p role="alert" className="text-sm font-medium text-accent empty:hidden">
      {children}
    </p>
  )
}
