import type { ReactNode } from 'react'
import type { PageLook } from '../../../shared/page-look.ts'
import { useSite } from '../../framework/site-context.tsx'

/** A pinned note with tear-off strips, one of them taken; public/icon.svg has the same drawing. */
export function Logo() {
  const { settings, look } = useSite()
  if (look?.logo) return <OwnLogo name={settings.name} logo={look.logo} />
  return <LogoWith name={settings.name} />
}

export function LogoWith({ name }: { name: string }) {
  return (
    <Lockup name={name}>
      <svg viewBox="0 0 32 32" className="size-9 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          className="fill-drawn-paper"
          d="M7 8.5h18v12H7zM7 21.5h3.8V27H7zM11.7 21.5h3.8V27h-3.8zM21.2 21.5H25V27h-3.8z"
        />
        <path className="stroke-drawn" strokeWidth="1.6" strokeLinecap="round" d="M10.5 14h11M10.5 17.2h7" />
        <circle cx="16" cy="8" r="3.4" className="fill-drawn" />
        <circle cx="15" cy="7" r="1" className="fill-drawn-paper" />
      </svg>
    </Lockup>
  )
}

type OwnLogoProps = { name: string; logo: NonNullable<PageLook['logo']> }

/** What the operator uploaded. Without the name beside it, it is the name. */
export function OwnLogo({ name, logo }: OwnLogoProps) {
  const { url, darkUrl, width, height, withName } = logo
  return (
    <Lockup name={withName ? name : ''}>
      <picture className="contents">
        {darkUrl && <source srcSet={darkUrl} media="(prefers-color-scheme: dark)" />}
        <img
          src={url}
          alt={withName ? '' : name}
          width={width}
          height={height}
          className={`h-9 w-auto object-contain object-left rtl:object-right ${withName ? 'max-w-24' : 'max-w-44 sm:max-w-56'}`}
        />
      </picture>
    </Lockup>
  )
}

/**
 * A drawing with the name beside it, in at most two lines. A name whose longest word has no room there wraps below the drawing, out of
 * sight, and stays readable for screen readers.
 */
function Lockup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="-my-2.5 flex max-h-14 min-w-0 flex-wrap gap-x-2 overflow-y-clip font-display text-lg leading-tight font-bold tracking-tight sm:gap-x-2.5">
      <span className="flex min-h-14 max-w-full items-center">{children}</span>
      {name && (
        <span className="flex min-h-14 max-w-max flex-1 basis-min items-center">
          <span className="line-clamp-2">{name}</span>
        </span>
      )}
    </span>
  )
}
