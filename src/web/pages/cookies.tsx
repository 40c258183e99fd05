import { t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'

/** A title without content (specification, section 2). The privacy page explains the cookies. */
export const Component = () => (
  <PublicPage title={t('Cookies')} description={t('About this site’s cookies.')} path={paths.cookies()} />
)
