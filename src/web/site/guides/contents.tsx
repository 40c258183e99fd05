import { t } from '../../../shared/translate.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

type ContentsProps = { entries: readonly { id: string; title: string }[] }

/** A table of contents. On wide screens it stays in view beside the page. */
export function Contents({ entries }: ContentsProps) {
  return (
    <nav
      aria-label={t('On this page')}
      className="mb-10 rounded-lg border border-line bg-surface p-2 shadow-sheet lg:sticky lg:top-22 lg:mb-0 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <Disclosure
        className="unfold-wide"
        summary={<span className="px-3 font-semibold">{t('On this page')}</span>}
      >
        <p className="px-3 py-2 text-sm font-semibold max-lg:hidden">{t('On this page')}</p>
        <ol className="sm:max-lg:columns-2">
          {entries.map(({ id, title }) => (
            <li key={id} className="break-inside-avoid">
              <a href={`#${id}`} className="side-link">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </Disclosure>
    </nav>
  )
}
