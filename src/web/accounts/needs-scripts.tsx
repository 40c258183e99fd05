import { signIn } from '../../shared/messages/pages.ts'

/** Shown where scripts do not run. */
export function NeedsScripts({ sentence = signIn.needsScripts }: { sentence?: string }) {
  return (
    <p className="without-script mb-6 rounded-md border border-line bg-accent-wash px-4 py-3 text-sm">
      {sentence}
    </p>
  )
}
