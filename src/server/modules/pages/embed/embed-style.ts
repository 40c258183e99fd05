/** The style sheet of embedded lists, and their security policy, which allows it by its hash. */
import { createHash } from 'node:crypto'
import type { Colors } from '../../../../shared/colors.ts'
import type { SiteSettings } from '../../../../shared/settings/table.ts'
import type { ImageHost } from '../../../config/storage-url.ts'
import { lookOf } from '../../look/service.ts'

const used = ['page', 'line', 'ink', 'soft', 'accent', 'danger', 'danger-wash'] as const
const variables = (colors: Colors) => used.map((name) => `--${name}:${colors[name]}`).join(';')

export function embedStyle(settings: SiteSettings): string {
  const { palette } = lookOf(settings)
  const dark = `color-scheme:dark;${variables(palette.dark)}`
  return `
:root{color-scheme:light;${variables(palette.light)}}
:root[data-theme=dark]{${dark}}
@media(prefers-color-scheme:dark){:root[data-theme=auto]{${dark}}}
*{box-sizing:border-box}
body{margin:0;padding:.75rem;background:var(--page);color:var(--ink);font:1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.125rem}
h2{margin:0;font-size:1rem}
p{margin:0}
ul{margin:0;padding:0;list-style:none}
li{display:flex;gap:.75rem;padding:.75rem 0;border-top:1px solid var(--line)}
li>div{flex:1;min-width:0}
img{flex:none;width:4.5rem;height:4.5rem;object-fit:cover;border-radius:.5rem}
a{color:var(--accent)}
h2 a{color:var(--ink)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.soft{color:var(--soft);font-size:.875rem}
.note{display:inline-block;padding:0 .375rem;border-radius:.25rem;background:var(--danger-wash);color:var(--danger);font-size:.875rem;font-weight:600}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;border-top:1px solid var(--line);font-size:.875rem}
footer a{padding:.8rem 0}
@media(max-width:22rem){img{display:none}}
`
}

/** Returns the headers that replace those of pages: any site may frame the document, which loads nothing but pictures. */
export function embedHeaders(
  settings: SiteSettings,
  imageHost: ImageHost | null,
  publicUrl: string,
): Record<string, string> {
  const hash = createHash('sha256').update(embedStyle(settings)).digest('base64')
  const pictures = imageHost ? [new URL(imageHost.deliveryUrl).origin] : []
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      ["img-src 'self'", ...pictures].join(' '),
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
      ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ].join(';'),
    // A site that isolates itself may frame the document, too.
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-cache',
  }
}
