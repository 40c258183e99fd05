import { Breakable } from '../../ui/breakable.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { linkRel } from './contact-buttons.tsx'
import { splitLinks } from './split-links.ts'

/** Text by a user. Its web addresses are links, which search engines do not follow. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text, isLink }, index) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <TextLink key={index} href={text} rel={linkRel}>
        <Breakable address={text} />
      </TextLink>
    ) : (
      text
    ),
  )
}
