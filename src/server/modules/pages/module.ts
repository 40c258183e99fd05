import type { Config } from '../../config/environment.ts'
import type { CacheSources } from '../../platform/cache/tag-cache.ts'
import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import type { SearchService } from '../search/service.ts'
import { mountContactDetailsForm } from './contact-details-form.ts'
import { mountEmbed } from './embed/embed.ts'
import { mountLanguageForm } from './language-form.ts'
import { createPageCache } from './page-cache.ts'
import { createPageNames } from './page-names.ts'
import { mountPages, type PageOptions, type Pages } from './pages.ts'
import { createPlacedPaths, mountPlaceForm } from './visitor-place.ts'

type Options = Pick<
  PageOptions,
  'viewerOf' | 'isClosed' | 'settings' | 'texts' | 'slug' | 'publicUrl' | 'mapStyleUrl' | 'clock'
> & {
  catalog: Catalog
  listingFields: ListingFields
  search: Pick<SearchService, 'namesPlace'>
  config: Pick<Config, 'devServer' | 'imageHost'>
  setLanguage: Parameters<typeof mountLanguageForm>[1]['setLanguage']
  /** If null, every page is rendered for its request. */
  caches: CacheSources | null
}

/** The pages of the site, the list for frames on other sites, and the cache of both. */
export function pagesModule(options: Options) {
  const { viewerOf, caches } = options
  const { devServer, imageHost } = options.config
  const cache = caches && createPageCache(caches)
  let pages: Pages | null = null
  return {
    renderPreview: (...input: Parameters<Pages['renderPreview']>) => {
      if (!pages) throw new Error('The pages are not mounted yet.')
      return pages.renderPreview(...input)
    },
    ...(cache && { caches: { pages: cache.stats } }),
    async mount(app, dispatch) {
      mountLanguageForm(app, options)
      mountEmbed(app, { ...options, dispatch, imageHost, cache })
      pages = await mountPages(app, {
        ...options,
        categoryIcons: options.catalog.categoryIcons,
        pageNames: createPageNames(options),
        placedPathOf: createPlacedPaths(options),
        dispatch,
        cache,
        devServer,
      })
      mountPlaceForm(app, options)
      mountContactDetailsForm(app, { dispatch, viewerOf, sendAd: pages.sendAd })
    },
  } satisfies Module & { renderPreview: Pages['renderPreview'] }
}
