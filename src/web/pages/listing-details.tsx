import { useLoaderData } from 'react-router'
import type { Api } from '../../shared/api-client.ts'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import { EditorNotice } from '../details/editor-notice.tsx'
import { ListingActions } from '../details/listing-actions.tsx'
import { ListingHead } from '../details/listing-head.tsx'
import { ListingSheet, type Topics } from '../details/listing-sheet.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { PageError } from '../layout/page-error.tsx'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'

export async function loader({ api, params }: LoaderContext, kind: Kind) {
  const input = { params: { id: params.id ?? '' } }
  const listing = kind === 'service' ? await api.getService(input) : await api.getEvent(input)
  return { listing, topics: await loadTopics(api, listing) }
}

/** Listings name their category, while its page goes by slug. Without the catalog, the names are not links. */
async function loadTopics(api: Api, listing: Service | Event): Promise<Topics> {
  const category = await api.getSingleCategory({ query: { category: listing.category } }).catch(() => null)
  const subcategory = category?.subcategories.find(({ name }) => name === listing.subcategory)
  return {
    category: { name: listing.category, to: category ? paths.category(category.slug) : undefined },
    subcategory: listing.subcategory
      ? {
          name: listing.subcategory,
          to: category && subcategory ? paths.subcategory(category.slug, subcategory.slug) : undefined,
        }
      : null,
  }
}

export function Component({ kind }: { kind: Kind }) {
  const { listing, topics } = useLoaderData<typeof loader>()
  const { category } = topics
  return (
    <article className="page-width py-6 md:py-8">
      <ListingHead listing={listing} />
      <BreadcrumbTrail
        crumbs={[
          { label: kind === 'event' ? 'Events' : 'Services', to: paths.listings(kind) },
          ...(category.to ? [{ label: category.name, to: category.to }] : []),
          { label: listing.title },
        ]}
      />
      <EditorNotice kind={kind} listing={listing} />
      <ListingSheet listing={listing} topics={topics} />
      <ListingActions kind={kind} listing={listing} />
    </article>
  )
}

export const ErrorBoundary = ({ kind }: { kind: Kind }) => (
  <PageError message={kind === 'service' ? loadFailures.services : loadFailures.event} />
)
