import { paths } from '../paths.ts'
import { Head } from '../site/head/head.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** A title without content (specification, section 2). The privacy page explains the cookies. */
export function Component() {
  return (
    <div className="page-width py-8 md:py-12">
      <Head title="Cookies" description="About this site’s cookies." path={paths.cookies()} />
      <PageHeading title="Cookies" />
    </div>
  )
}
