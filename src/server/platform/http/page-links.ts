/**
 * Returns the `Link` header (RFC 8288) of one page of a list: the URLs of the first, previous, next, and last page, as
 * far as they exist, relative to `url`, whose other parameters they keep.
 */
export function pageLinks(url: string, page: number, totalPages: number): string {
  const [path = '', search = ''] = url.split('?', 2)
  const linkTo = (relation: string, target: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(target))
    return `<${path}?${query}>; rel="${relation}"`
  }
  const last = Math.max(1, totalPages)
  const links = [linkTo('first', 1)]
  if (page > 1) links.push(linkTo('prev', Math.min(page - 1, last)))
  if (page < last) links.push(linkTo('next', page + 1))
  return [...links, linkTo('last', last)].join(', ')
}
