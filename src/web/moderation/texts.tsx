/** The texts of the site: its pages, notices, and emails, and the pages that admins added. */
import type { ListedText } from '../../shared/contract/texts.ts'
import { textGroups } from '../../shared/texts/form.ts'
import { t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { newText } from './dashboard-url.ts'
import { EmptyList, Search } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { SavedNotice } from './row-actions.tsx'
import { Badge, Row, RowLink } from './rows.tsx'
import { NewPage, TextEditor } from './text-editor.tsx'

export function Texts({ data }: { data: TabData<'texts'> }) {
  const { view, texts, edited } = data
  const groups = Map.groupBy(texts, ({ group }) => group)
  return (
    <>
      <SavedNotice view={view} />
      {edited ? (
        // Another version is another form.
        <TextEditor key={`${edited.key} ${edited.version}`} text={edited} />
      ) : view.text === newText ? (
        <NewPage />
      ) : (
        <>
          <Search view={view} searchPlaceholder={t('Name, or words of the text')} />
          <p role="status" className="mt-4 mb-3 text-sm font-semibold">
            {t('{count, plural, one {# text} other {# texts}}', { count: texts.length })}
          </p>
          {texts.length === 0 && (
            <EmptyList view={view} empty={{ title: t('No texts'), hint: t('Try another search.') }} />
          )}
          <div className="space-y-6">
            {[...groups].map(([group, members]) => (
              <section key={group} aria-labelledby={`${group}-heading`}>
                <h2 id={`${group}-heading`} className="mb-3 text-lg">
                  {t(textGroups[group])}
                </h2>
                <TextList label={t(textGroups[group])} texts={members} />
                {group === 'pages' && (
                  <ButtonLink href={paths.admin({ tab: 'texts', text: newText })} className="mt-4">
                    {t('Add a page')}
                  </ButtonLink>
                )}
              </section>
            ))}
          </div>
          <p className="mt-6 text-sm text-soft">
            {rich(
              'The reasons that you can choose when you hide or delete an ad are under <link>Queue</link>.',
              { link: (text) => <TextLink href={paths.admin({ tab: 'queue' })}>{text}</TextLink> },
            )}
          </p>
        </>
      )}
    </>
  )
}

const TextList = ({ label, texts }: { label: string; texts: ListedText[] }) => (
  <ul
    aria-label={label}
    className="divide-y divide-line rounded-lg border border-line bg-surface shadow-sheet"
  >
    {texts.map(({ key, label, group, title, path, isChanged, isEmpty, hasUpdate }) => (
      <Row
        key={key}
        heading={<bdi className="free-text">{label}</bdi>}
        badges={
          <>
            {hasUpdate && <Badge tone="waiting">{t('New version')}</Badge>}
            {isChanged && <Badge tone="special">{t('Changed')}</Badge>}
            {isEmpty && <Badge tone="plain">{t('Empty')}</Badge>}
          </>
        }
        actions={
          <>
            {path && !isEmpty && (
              <RowLink of={label} href={path}>
                {t('View')}
              </RowLink>
            )}
            <RowLink of={label} href={paths.admin({ tab: 'texts', text: key })}>
              {t('Edit')}
            </RowLink>
          </>
        }
      >
        <p className="free-text">{group === 'emails' ? title : path}</p>
      </Row>
    ))}
  </ul>
)
