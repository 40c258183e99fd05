/** A field that only bots fill in: hidden from sight, screen readers and the keyboard. The server drops such messages. */
export function Honeypot() {
  return (
    <div className="hidden" aria-hidden>
      <label>
        Website (leave empty)
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
