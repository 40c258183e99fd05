/** Shown while the browser solves a challenge. */
export const SolvingNotice = () => (
  <p className="text-sm text-soft">
    One moment. Your browser is running a quick spam check, and then your message will be sent.
  </p>
)
