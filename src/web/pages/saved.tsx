/** The ads that someone saved: in the account, or, for a visitor, in the browser, where only scripts can read them. */

import { useEffect, useState } from 'react'
import { pageSize } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { toCard } from '../browse/cards/card.ts'
import { ListingCards } from '../browse/cards/listing-grid.tsx'
import { BrowseButton } from '../browse/lists/browse-button.tsx'
import { readPage } from '../browse/lists/url-params.ts'
import { useBackend } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData, useRevalidate } from '../framework/router/hooks.ts'
import { browserSaved, loadSavedIds } from '../listing/saved/saved-ads.ts'
import { loadCardContext } from '../listing/site-fields.ts'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination, PastLastPage } from '../ui/lists/pagination.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** On the server, a visitor has saved nothing. The browser loads the page's data again, and shows it then. */
export async function loader(context: LoaderContext) {
  const { api, query } = context
  const page = readPage(query)
  const isVisitor = (await api.getSession({})) === null
  const ids = await loadSavedIds(api, isVisitor)
  const shown = ids.slice((page - 1) * pageSize, page * pageSize)
  const [found, cardContext] = await Promise.all([
    shown.length > 0 ? api.listListings({ query: { ids: shown.join(',') } }) : null,
    loadCardContext(context),
  ])
  const ads = new Map([...(found?.services ?? []), ...(found?.events ?? [])].map((ad) => [ad._id, ad]))
  const cards = shown.flatMap((id) => {
    const ad = ads.get(id)
    return ad ? [toCard(ad, cardContext)] : []
  })
  const gone = shown.filter((id) => !ads.has(id))
  return { isVisitor, page, cards, gone, totalPages: Math.ceil(ids.length / pageSize) }
}

export function Component() {
  const { isVisitor } = useLoaderData<typeof loader>()
  const revalidate = useRevalidate()
  const [loading, setLoading] = useState(isVisitor)
  useEffect(() => {
    if (isVisitor) void revalidate().finally(() => setLoading(false))
  }, [isVisitor, revalidate])
  return (
    <NoIndexPage title={t('Saved ads')}>
      <Hint isVisitor={isVisitor} />
      <div hidden={loading}>
        <SavedAds />
      </div>
    </NoIndexPage>
  )
}

function Hint({ isVisitor }: { isVisitor: boolean }) {
  return (
    <p className="mb-6 text-soft">
      {isVisitor ? (
        <>
          <span className="without-script">{t('Without an account, saving ads needs JavaScript.')} </span>
          <span className="needs-script">{t('These ads are saved in this browser only.')} </span>
          {rich('<link>Sign in</link> to keep them and see them on your other devices.', {
            link: (text) => <TextLink href={paths.signIn(paths.saved())}>{text}</TextLink>,
          })}
        </>
      ) : (
        rich('Want an email when a price drops or an event ends soon? <link>Choose your emails</link>', {
          link: (text) => <TextLink href={paths.account('emails')}>{text}</TextLink>,
        })
      )}
    </p>
  )
}

function SavedAds() {
  const { page, cards, gone, totalPages } = useLoaderData<typeof loader>()
  const to = (page: number) => paths.saved({ page })
  if (totalPages === 0)
    return (
      <EmptyState title={t('No saved ads yet')} hint={t('Choose the heart on an ad to keep it here.')}>
        <BrowseButton />
      </EmptyState>
    )
  if (page > totalPages) return <PastLastPage page={page} firstPage={to(1)} />
  return (
    <>
      {gone.length > 0 && <Gone key={gone.join()} ids={gone} />}
      <h2 className="sr-only">{t('Ads')}</h2>
      <ListingCards cards={cards} saved />
      <Pagination page={page} totalPages={totalPages} to={to} />
    </>
  )
}

/** Says that ads were deleted or hidden, which visitors cannot tell apart. */
function Gone({ ids }: { ids: string[] }) {
  const { api } = useBackend()
  const { isVisitor } = useLoaderData<typeof loader>()
  const revalidate = useRevalidate()
  const remove = async () => {
    if (isVisitor) browserSaved.remove(ids)
    else await api.removeSaved({ body: { ids } })
    await revalidate()
  }
  return (
    <ActionForm
      action={paths.saved()}
      fields={{ ids: ids.join(','), action: 'remove' }}
      submit={t('Remove')}
      busy={t('Removing…')}
      variant="secondary"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4"
      onSubmit={remove}
    >
      <p className="flex-1">
        {t('{count, plural, one {# saved ad is} other {# saved ads are}} no longer available.', {
          count: ids.length,
        })}
      </p>
    </ActionForm>
  )
}
