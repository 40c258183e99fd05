import { t } from '../../../shared/translate.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSavedAdsOfUser } from './saved-ads.ts'

/** The header's link to the saved ads. On phones, it is in the menu. */
export function SavedLink() {
  useSavedAdsOfUser()
  return (
    <a
      href={paths.saved()}
      className="hidden size-11 items-center justify-center rounded-full text-ink hover:bg-sunken sm:inline-flex"
    >
      <Icon name="heart" className="size-6" />
      <span className="sr-only">{t('Saved ads')}</span>
    </a>
  )
}
