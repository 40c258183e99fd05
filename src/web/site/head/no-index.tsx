/** Keeps a personal page out of search engines. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />
}
