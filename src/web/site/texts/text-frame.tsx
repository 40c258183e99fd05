import type { TextPage } from '../../../shared/contract/texts.ts'
import { PublicPage } from '../layout/page-frame.tsx'
import { type Elements, TextParts, TextSections } from './text-parts.tsx'

type TextFrameProps = { text: TextPage; path: string; elements?: Elements }

/** A page that is all text. */
export const TextFrame = ({ text, path, elements = {} }: TextFrameProps) => (
  <PublicPage
    title={text.title}
    description={text.description}
    path={path}
    subtitle={text.subtitle}
    width="max-w-4xl"
  >
    <TextBody text={text} elements={elements} />
  </PublicPage>
)

export const TextBody = ({ text: { lead, sections }, elements = {} }: Omit<TextFrameProps, 'path'>) => (
  <>
    {lead.length > 0 && (
      <div className={sections.length > 0 ? 'mb-14' : ''}>
        <TextParts parts={lead} elements={elements} className="max-w-[68ch] space-y-4" />
      </div>
    )}
    <div>
      <TextSections sections={sections} elements={elements} />
    </div>
  </>
)
