import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'

/** A title without content (specification, section 2). The privacy page explains the cookies. */
export const Component = () => (
  <PublicPage title="Cookies" description="About this site’s cookies." path={paths.cookies()} />
)
