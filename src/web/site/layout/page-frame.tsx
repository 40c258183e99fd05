/** The frames of pages: their metadata, margins, and heading. */
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Head, type HeadProps, NoIndexHead } from '../head/head.tsx'

type FrameProps = {
  title: string
  subtitle?: string | undefined
  action?: ReactNode
  /** The class that limits the width. */
  width?: string
  children?: ReactNode
}

/** A page for everyone, with its metadata for search engines. */
export const PublicPage = ({ subtitle, action, width, children, ...head }: FrameProps & HeadProps) => (
  <Frame title={head.title} subtitle={subtitle} action={action} width={width} head={<Head {...head} />}>
    {children}
  </Frame>
)

/** A page that search engines skip, such as a personal one. */
export const NoIndexPage = (props: FrameProps) => (
  <Frame {...props} head={<NoIndexHead title={props.title} />} />
)

function Frame({ title, subtitle, action, width = '', children, head }: FrameProps & { head: ReactNode }) {
  return (
    <div className="page-width py-8 md:py-12">
      {head}
      <div className={`mx-auto ${width}`}>
        <PageHeading title={title} subtitle={subtitle} action={action} />
        {children}
      </div>
    </div>
  )
}
