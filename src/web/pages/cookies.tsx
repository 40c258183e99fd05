import { Head } from '../head/head.tsx'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'

/** A title and no content (specification, section 2): what there is to say about cookies is on the privacy page. */
export function Component() {
  return (
    <div className="page-width py-8 md:py-12">
      <Head title="Cookies" description="About the cookies of this site." path={paths.cookies()} />
      <PageHeading title="Cookies" />
    </div>
  )
}
