import { t } from '../../../shared/translate.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { useIsOwn, useSaved } from './saved-ads.ts'

type SaveButtonProps = {
  id: string
  title: string
  /** The page is not cached, and the server knows that the ad is saved. */
  sentAsSaved?: boolean
  className?: string
}

/** A heart that saves an ad. Authors get none on their own ads, except to remove one. Without scripts, only the hearts of signed-in people work. */
export function SaveButton({ id, title, sentAsSaved = false, className = '' }: SaveButtonProps) {
  const [saved, toggle] = useSaved(id, sentAsSaved)
  const isVisitor = useCurrentUser() === null
  const isOwn = useIsOwn(id)
  if (isOwn && !saved) return null
  return (
    <form
      method="post"
      action={paths.saved()}
      className={`print:hidden ${isVisitor ? 'needs-script' : ''} ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <input type="hidden" name="ids" value={id} />
      {saved && <input type="hidden" name="action" value="remove" />}
      <button
        // A visitor's heart works only with scripts, which press it again once they run.
        type={isVisitor ? 'button' : 'submit'}
        onClick={isVisitor ? toggle : undefined}
        aria-pressed={saved}
        aria-label={t('Save {title}', { title })}
        title={saved ? t('Remove from your saved ads') : t('Save this ad')}
        className="save-button"
      >
        <Icon name="heart" className="size-5.5" />
      </button>
    </form>
  )
}
