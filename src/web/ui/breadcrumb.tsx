import { t } from '../../shared/translate.ts'
import { Icon } from './icon.tsx'

export type Crumb = { label: string; to?: string }

/** Shows the full path on wide screens, and only the parent page on phones. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('Breadcrumb')} className="mb-4 text-sm text-soft max-md:mb-2">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={to ?? 'here'}
            className={`flex min-w-0 items-center gap-x-1.5 ${index === crumbs.length - 2 ? '' : 'max-md:hidden'}`}
          >
            {index > 0 && (
              <Icon
                name="chevron-right"
                className="size-4 shrink-0 text-edge rtl:-scale-x-100 max-md:hidden"
              />
            )}
            <Icon
              name="chevron-left"
              className="-ms-1 size-4 shrink-0 text-edge rtl:-scale-x-100 md:hidden"
            />
            {to ? (
              <a
                href={to}
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline md:min-h-8"
              >
                {label}
              </a>
            ) : (
              <span aria-current="page" dir="auto" className="line-clamp-1 break-all">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
