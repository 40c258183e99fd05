/** A public page's metadata for search engines and link previews. */

import { truncate } from '../../../shared/format.ts'
import { sharePictureSize, sharePictureType, siteShareUrl } from '../../../shared/picture.ts'
import { PageTitle, useSite } from '../../framework/site-context.tsx'

export type HeadProps = {
  /** The page's title without the site's name. */
  title: string
  description: string
  /** The page's canonical path, from `paths`: without any other query parameters of the requested URL. */
  path: string
  /** If false, search engines skip the page but follow its links, for example for a filtered list. */
  indexable?: boolean
  /** The path of the picture in link previews; the site's own unless the page is about a listing. */
  picture?: string
}

/** Search engines and previews cut longer ones. */
const maxDescriptionLength = 200

/** React moves these elements into the document's head. */
export function Head({ title, description, path, indexable = true, picture = siteShareUrl }: HeadProps) {
  const { settings, origin } = useSite()
  const fullTitle = title === settings.name ? title : `${title} | ${settings.name}`
  const short = truncate(description.replace(/\s+/g, ' ').trim(), maxDescriptionLength)
  const url = origin + path
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={short} />
      <link rel="canonical" href={url} />
      {!indexable && <meta name="robots" content="noindex, follow" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={settings.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:type" content={sharePictureType} />
      <meta property="og:image:width" content={String(sharePictureSize.width)} />
      <meta property="og:image:height" content={String(sharePictureSize.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={short} />
      <meta name="twitter:image" content={origin + picture} />
      <meta name="twitter:image:alt" content={title} />
    </>
  )
}

/** The title of a page that search engines skip, such as a personal one. */
export function NoIndexHead({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
    </>
  )
}
