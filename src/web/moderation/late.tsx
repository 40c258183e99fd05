import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Late } from './use-decisions.ts'

/** What was not decided: mostly because a colleague was faster. */
export function SkippedNotice({ late, onClose }: { late: Late[]; onClose: () => void }) {
  return (
    // There from the start, so that what comes into it is read out.
    <div role="status">
      {late.length > 0 && (
        <div className="mb-3 flex items-start gap-3 rounded-lg border border-line bg-butter p-4 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Left as {late.length === 1 ? 'it is' : 'they are'}:</p>
            <ul className="mt-1 space-y-1">
              {late.map(({ id, title, message }) => (
                <li key={id} className="free-text">
                  <bdi className="font-semibold">{title}</bdi>: {message}
                </li>
              ))}
            </ul>
          </div>
          <Button look="quiet" className="px-3!" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </div>
  )
}
