import { expect, test } from 'vitest'
import { sanitizeSvg } from './sanitize-svg.ts'

const clean = (svg: string) => sanitizeSvg(svg, 100 * 1024, 'file')
const drawing = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${content}</svg>`

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<script xlink:href="https://elsewhere.example/x.js"/>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  '<rect onclick="alert(1)" onload="alert(1)"/>',
  '<a href="javascript:alert(1)"><text>here</text></a>',
  '<a xlink:href="https://elsewhere.example"><rect/></a>',
  '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://elsewhere.example"/></foreignObject>',
  '<image href="https://elsewhere.example/x.png"/>',
  '<feImage href="https://elsewhere.example/x.png"/>',
  '<use href="https://elsewhere.example/x.svg#a"/>',
  '<use xlink:href="data:image/svg+xml,&lt;svg onload=alert(1)>#a"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onclick" to="alert(1)"/>',
  '<style>@import "https://elsewhere.example/x.css"; rect { fill: red }</style>',
  '<style>rect { fill: url(https://elsewhere.example/x.svg#a) }</style><rect width="1"/>',
  '<rect fill="url(https://elsewhere.example/x.svg#a)"/>',
  '<rect style="fill: u\\72l(https://elsewhere.example/x.svg#a)"/>',
  '<rect fill="url(#a) url(//elsewhere.example)"/>',
  '<title><![CDATA[<script>alert(1)</script>]]></title>',
  '<?xml-stylesheet href="https://elsewhere.example/x.css"?>',
])('leaves nothing that runs or loads: %s', async (content) => {
  const cleaned = await clean(drawing(content, 'onload="alert(1)"'))
  expect(cleaned).not.toMatch(
    /script|alert|elsewhere|@import|\bon\w+=|data:|foreign|animate|<set|style|CDATA/i,
  )
  expect(cleaned).toContain('viewBox="0 0 9 9"')
})

test('leaves out patterns, which can be in each other', async () => {
  const pattern = '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern>'
  expect(await clean(drawing(`${pattern}<rect width="9" height="9"/>`))).not.toMatch(/pattern|#p/)
})

test('keeps what drawing programs write: gradients, clips, references, and classes as paints', async () => {
  const cleaned = await clean(
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100px" height="50px">
    <style>.a{fill:#f00} .b{clip-path:url(#clip)}</style>
    <defs><clipPath id="clip"><use xlink:href="#box"/></clipPath><rect id="box" width="5" height="5"/>
    <linearGradient id="paint"><stop offset="0" stop-color="#00f"/></linearGradient></defs>
    <g class="b"><path class="a" d="M0 0h5v5z"/><circle r="3" fill="url(#paint)"/></g></svg>`,
  )
  for (const part of [
    'viewBox="0 0 100 50"',
    'clip-path="url(#clip)"',
    'fill="#f00"',
    'xlink:href="#box"',
    'fill="url(#paint)"',
    'stop-color="#00f"',
  ])
    expect(cleaned).toContain(part)
})

const bomb = Array.from(
  { length: 12 },
  (_, index) => `<g id="a${index + 1}">${`<use href="#a${index}"/>`.repeat(10)}</g>`,
).join('')

const chainOf = (element: string, attribute: string) => {
  const shape = (at: number) => `<rect width="9" height="9" ${attribute}="url(#a${at})"/>`
  const link = (at: number) => `<${element} id="a${at}">${shape(at + 1)}</${element}>`
  return Array.from({ length: 60 }, (_, at) => link(at)).join(shape(0))
}

test.each([
  ['no SVG', '<html></html>', /can’t read this drawing/],
  ['a text', 'hello', /can’t read this drawing/],
  ['an unfinished file', '<svg><g>', /can’t read this drawing/],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', /with a size/],
  ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', /without entities/],
  ['endless nesting', drawing('<g>'.repeat(12_000) + '</g>'.repeat(12_000)), /too many parts/],
  ['more elements than a drawing has', drawing('<a/>'.repeat(20_000)), /too many parts/],
  [
    'a selector without end',
    drawing(`<style>g${' g'.repeat(20_000)}{x:y}</style>${'<g/>'.repeat(900)}`),
    /too many parts/,
  ],
  [
    'more styles than a drawing has',
    drawing(`<style>${'g{x:y}'.repeat(1_000)}${'g,'.repeat(1_000)}g{x:y}</style>${'<g/>'.repeat(5_000)}`),
    /too many parts/,
  ],
  ['multiplied shapes', drawing(`<g id="a0"><rect/></g>${bomb}<use href="#a12"/>`), /too many masks/],
  ['a chain of masks', drawing(chainOf('mask', 'mask')), /too many masks/],
  ['a chain of clips', drawing(chainOf('clipPath', 'clip-path')), /too many masks/],
  ['filters without end', drawing(`<g filter="${'blur(1px) '.repeat(90)}"><rect/></g>`), /too many masks/],
  [
    'layers in layers',
    drawing(`${'<g opacity=".9">'.repeat(40)}<rect/>${'</g>'.repeat(40)}`),
    /too many masks/,
  ],
  [
    'a mask of itself',
    drawing('<mask id="a"><rect mask="url(#a)"/></mask><rect mask="url(#a)"/>'),
    /too many masks/,
  ],
  ['a large file', drawing(`<path d="${'M0 0'.repeat(50_000)}"/>`), /up to 100 KB/],
])('refuses %s with a sentence', async (_, svg, sentence) => {
  await expect(clean(svg)).rejects.toMatchObject({
    code: expect.stringMatching(/^(invalid|too_large)$/),
    fields: { file: expect.stringMatching(sentence) },
  })
})
