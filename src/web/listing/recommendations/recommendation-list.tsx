import { formatInstantDay } from '../../../shared/format.ts'
import type { Recommendation } from '../../../shared/recommendation.ts'
import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths, recommendationsId } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Pagination, PastLastPage } from '../../ui/lists/pagination.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { unnamedSeller } from '../details/seller-summary.tsx'

type ListProps = {
  recommendations: Recommendation[]
  total: number
  totalPages: number
  page: number
  to: (page: number) => string
}

/** What others say about a seller. There are no stars, and no average. */
export function RecommendationList({ recommendations, total, totalPages, page, to }: ListProps) {
  if (total === 0) return null
  return (
    <section id={recommendationsId} aria-labelledby="recommendations-heading" className="mt-12 scroll-mt-24">
      <h2 id="recommendations-heading" className="border-t border-line pt-7 text-lg">
        {t('{count, plural, one {# recommendation} other {# recommendations}}', { count: total })}
      </h2>
      {recommendations.length === 0 ? (
        <PastLastPage page={page} firstPage={to(1)} />
      ) : (
        <ul className="mt-4 grid gap-4 md:grid-cols-2">
          {recommendations.map((recommendation) => (
            <li
              key={recommendation.id}
              className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-sheet"
            >
              <RecommendationText recommendation={recommendation} />
              {recommendation.role && (
                <p className="mt-3 text-sm">
                  <TextLink href={paths.recommendation(recommendation.id)} className="inline-block py-1">
                    {recommendation.role === 'writer' ? t('Change or delete') : t('Reply or report')}
                  </TextLink>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={totalPages} to={to} />
    </section>
  )
}

type TextProps = { recommendation: Pick<Recommendation, 'text' | 'created' | 'edited' | 'writer' | 'reply'> }

export function RecommendationText({ recommendation }: TextProps) {
  const { timeZone } = useSite().settings
  const { text, created, edited, writer, reply } = recommendation
  const name = writer.name ?? t(unnamedSeller)
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={name} photo={writer.photo} />
        <div className="min-w-0">
          <h3 dir="auto" className="free-text text-base">
            {name}
          </h3>
          <p className="text-sm text-soft">
            <time dateTime={created}>{formatInstantDay(created, timeZone)}</time>
            {edited && ` (${t('edited')})`}
          </p>
        </div>
      </div>
      <p dir="auto" className="free-text mt-3 whitespace-pre-line">
        {text}
      </p>
      {reply && (
        <div className="mt-4 border-s-2 border-line ps-4">
          <h4 className="text-sm font-semibold">{t('Reply')}</h4>
          <p dir="auto" className="free-text whitespace-pre-line">
            {reply.text}
          </p>
        </div>
      )}
    </>
  )
}
