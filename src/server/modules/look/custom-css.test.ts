import { expect, test } from 'vitest'
import { findCssProblem } from './custom-css.ts'

test.each([
  '',
  'h1 { letter-spacing: 0.02em; color: var(--accent, #f00) }',
  '.sm\\:flex > a::after { content: "\\201C" }',
  '@media (width >= 48rem) { main { & > section { margin: calc(1rem + 2px) } } }',
  '@font-face { font-family: X; src: url("/site-files/0123.woff2") format("woff2") }',
  'header { background: url(/site-files/a.png) no-repeat, url("data:image/png;base64,AAAA") }',
  '@supports (display: grid) { @layer base { a { mask: url(#a) } } }',
  ':root { --own: 1px solid red; --empty:  }',
  '@keyframes turn { to { transform: rotate(1turn) } } /* https://elsewhere.example */',
])('accepts %s', (css) => {
  expect(findCssProblem(css)).toBeNull()
})

test.each([
  '@import "https://elsewhere.example/x.css";',
  '@import url(//elsewhere.example/x.css);',
  '@IMPORT "/x.css";',
  '@\\69mport "https://elsewhere.example/x.css";',
  '@namespace url(https://elsewhere.example);',
  '@charset "utf-7";',
  'a { background: url(https://elsewhere.example/x.png) }',
  'a { background: URL("//elsewhere.example/x.png") }',
  'a { background: url(/\\/elsewhere.example/x.png) }',
  'a { background: url("/\\9/elsewhere.example") }',
  'a { background: url("\\2f\\2f elsewhere.example") }',
  'a { background: u\\72l(https://elsewhere.example) }',
  'a { background: url(javascript:alert(1)) }',
  'a { background: url("data:text/html,<script>alert(1)</script>") }',
  'a { background: url(x.png) }',
  'a { background: image-set("https://elsewhere.example/x.png" 1x) }',
  'a { background: -webkit-image-set("//elsewhere.example" 1x) }',
  'a { background: var(--x, url(https://elsewhere.example)) }',
  'a { --x: url(https://elsewhere.example); background: var(--x) }',
  'a { --x: "https://elsewhere.example"; background: image-set(var(--x) 1x) }',
  'a { background: src("https://elsewhere.example") }',
  '@font-face { font-family: x; src: url(https://elsewhere.example/x.woff2) }',
  'a { width: expression(alert(1)) }',
  'a { behavior: url(/x.htc) }',
  'a { -moz-binding: url(/x.xml#a) }',
  '@media print { a { cursor: url(https://elsewhere.example), auto } }',
  '@supports (background: url(https://elsewhere.example)) { a { color: red } }',
  '@property --x { syntax: "<url>"; inherits: true; initial-value: url(https://elsewhere.example) }',
  '} a { color: red }',
  'a[href="x',
  '</style><script>alert(1)</script>',
  'a { color: red; } b { @@ }',
])('refuses %s, and names the line', (css) => {
  expect(findCssProblem(`\n\n${css}`)).toMatch(/^Line 3: .+\. Please change or remove it\.$/)
})

test('refuses endless nesting', () => {
  expect(findCssProblem(`a{width:${'calc('.repeat(4_000)}`)).toMatch(/^Line 1: /)
})
