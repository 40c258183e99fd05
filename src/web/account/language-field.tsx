import { readerLanguage } from '../../shared/language.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { nameOfLanguage } from '../site/layout/language-form.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

type LanguageFieldProps = {
  /** It has just been saved. */
  isSaved: boolean
}

/** The choice of the footer's form, which leads back to this page in the chosen language. Works without scripts. */
export function LanguageField({ isSaved }: LanguageFieldProps) {
  const { languages } = useSite().settings
  const language = useCurrentUser()?.language
  return (
    <form method="post" action={paths.language()} className="space-y-5">
      <input type="hidden" name="to" value={paths.accountAfter('language')} />
      <SelectField
        label={t('Language of pages and emails')}
        name="language"
        options={languages.map((tag) => ({ value: tag, label: nameOfLanguage(tag), lang: tag }))}
        defaultValue={language ?? readerLanguage()}
      />
      <Button type="submit" aria-label={t('Save: Language')}>
        {t('Save')}
      </Button>
      <div role="status" className="empty:hidden">
        {isSaved && <Notice tone="success">{t('Your language is saved.')}</Notice>}
      </div>
    </form>
  )
}
