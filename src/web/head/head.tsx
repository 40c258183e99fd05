/** What a public page tells about itself to search engines, and to the sites and programs where it is shared. */

import { sharePictureSize, sharePictureType, siteShareUrl } from '../../shared/picture.ts'
import { useSite } from '../site.tsx'
import { inOneLine } from './in-one-line.ts'

type HeadProps = {
  /** As in the page's title, without the product's name. */
  title: string
  /** In one or two sentences, for whoever meets the page elsewhere. */
  description: string
  /** The page's one address, by `paths`: whatever else was in the address that was asked for is left out. */
  path: string
  /** False asks search engines to leave the page out and follow its links all the same: a filtered list, for one. */
  indexable?: boolean
  /** The address of the picture that goes with a link to the page; of a page that is no listing, the site's. */
  picture?: string
}

/** Longer ones are cut where they are shown. */
const maxDescriptionLength = 200

/** React moves all of it into the document's head. */
export function Head({ title, description, path, indexable = true, picture = siteShareUrl }: HeadProps) {
  const { product, origin } = useSite()
  const told = title === product.name ? title : `${title} | ${product.name}`
  const short = inOneLine(description, maxDescriptionLength)
  const address = origin + path
  return (
    <>
      <title>{told}</title>
      <meta name="description" content={short} />
      <link rel="canonical" href={address} />
      {!indexable && <meta name="robots" content="noindex, follow" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={product.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={address} />
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
