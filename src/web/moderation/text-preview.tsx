import { useEffect, useRef } from 'react'
import type { EditedText, TextPage } from '../../shared/contract/texts.ts'
import { t } from '../../shared/translate.ts'
import { TextBody } from '../site/texts/text-frame.tsx'
import { Notice } from '../ui/notice.tsx'

type TextPreviewProps = {
  page: TextPage
  /** Why what is typed cannot be shown. */
  failure: string
  isEmail: boolean
  variables: EditedText['variables']
}

/** What a text will look like, with samples of its variables. */
export function TextPreview({ page, failure, isEmail, variables }: TextPreviewProps) {
  const elements = Object.fromEntries(
    variables.map(({ name, help }) => [name, <Placeholder key={name} text={help} />]),
  )
  return (
    <section
      aria-labelledby="preview-heading"
      className="min-w-0 rounded-lg border-2 border-dashed border-line p-4 sm:p-6 xl:sticky xl:top-22 xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto"
    >
      <h3 id="preview-heading" className="mb-4 text-sm text-soft">
        {t('Preview')}
      </h3>
      <div role="status">{failure && <Notice tone="warning">{failure}</Notice>}</div>
      {page.title === '' && (
        <p className="text-sm text-soft">{t('Type a title and a text to see them here.')}</p>
      )}
      <div ref={useIdleLinks()} className="free-text">
        <p className={isEmail ? 'font-semibold' : 'font-display text-2xl leading-tight font-bold'}>
          {page.title}
        </p>
        {page.subtitle && <p className="mt-1 text-soft">{page.subtitle}</p>}
        <div className="mt-6 [&_.grid]:grid-cols-1!">
          <TextBody text={page} elements={elements} />
        </div>
      </div>
    </section>
  )
}

const Placeholder = ({ text }: { text: string }) => (
  <p className="mt-6 rounded-md bg-sunken p-4 text-sm text-soft">{text}</p>
)

/** Keeps links from leaving the page, and with it what is typed. */
function useIdleLinks() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    const shown = element.current
    shown?.addEventListener('click', stay)
    return () => shown?.removeEventListener('click', stay)
  }, [])
  return element
}
