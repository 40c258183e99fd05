import type { SettingKey, SiteSettings } from '../../../shared/settings/table.ts'
import { settingOf } from '../../../shared/settings/table.ts'
import { parseSiteFile } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import type { Module } from '../../platform/module.ts'
import type { PictureFolders } from '../media/service.ts'
import { findCssProblem } from './custom-css.ts'
import { mountLook } from './look-routes.ts'
import type { SiteFiles } from './site-files.ts'
import { mountLookForms } from './upload-routes.ts'

type Options = Omit<Parameters<typeof mountLookForms>[1], 'dispatch'> &
  Pick<Parameters<typeof mountLook>[1], 'refresh'> & { pictures: PictureFolders }

/** How the site looks: what pages load for it, and the files and previews of admins. */
export const lookModule = (options: Options) =>
  ({
    async mount(app, dispatch) {
      await mountLook(app, { ...options, store: options.pictures.store })
      await mountLookForms(app, { ...options, dispatch })
    },
  }) satisfies Module

/** Returns a sentence for each value that only the server can check: CSS, and names of files. */
export async function checkLook(
  files: Pick<SiteFiles, 'exists'>,
  values: Partial<SiteSettings>,
): Promise<Partial<Record<SettingKey, string>>> {
  const problems: Partial<Record<SettingKey, string>> = {}
  const css = findCssProblem(values.customCss ?? '')
  if (css) problems.customCss = css
  for (const [key, value] of Object.entries(values) as [SettingKey, unknown][])
    if (
      settingOf(key).type.control.file &&
      parseSiteFile(String(value)) &&
      !(await files.exists(String(value)))
    )
      problems[key] = t('This file no longer exists. Please upload it again.')
  return problems
}
