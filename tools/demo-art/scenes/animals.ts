import type { Pen } from '../pen.ts'
import { circle, oval, path, shadow, stroke } from '../shapes.ts'

export const dog = (coat: string, dark: string, collar: string, ink: string) =>
  shadow(0, 2, 100, 10) +
  stroke('M-74-84Q-116-112-108-152', coat, 16) +
  stroke('M-58-60L-70-6M50-60L40-6', dark, 20) +
  path('M-84-86C-80-124-30-120 10-118C40-122 70-120 76-92C80-60 60-48 20-54C-20-46-80-44-84-86Z', coat) +
  stroke('M-66-60L-52-6M58-70L68-6', coat, 21) +
  path('M40-112L62-168L104-150L84-84Q60-76 44-92Z', coat) +
  path('M56-182Q84-204 112-184L142-164Q150-150 136-144L104-140Q70-136 58-156Z', coat) +
  path('M62-186Q44-184 44-150Q46-130 58-132Q74-146 80-180Z', dark) +
  circle(104, -172, 5, ink) +
  oval(142, -160, 8, 7, ink) +
  stroke('M134-147q-10 4-18 0', ink, 3) +
  stroke('M50-118Q70-104 90-116', collar, 10) +
  path('M-40-60Q0-44 40-58Q0-72-40-60Z', '#fff', 'opacity=".3"')

export const cat = (pen: Pen, coat: string, dark: string) =>
  stroke('M70-30Q170-10 150 60Q140 120 180 130', coat, 30) +
  path('M-70 0C-96-100-60-190-6-206C60-200 104-90 92 0Z', coat) +
  path('M40 0C30-70 50-120 60-150C96-100 104-50 92 0Z', dark, 'opacity=".5"') +
  path('M-84-246L-88-330L-40-292Q-16-300 10-292L56-330L54-246C54-196-84-196-84-246Z', coat) +
  path('M-76-300L-80-316L-52-292ZM44-300L48-316L22-292Z', pen.p.a, 'opacity=".6"') +
  stroke('M-30-296v24M-14-298v30M2-296v24', dark, 7) +
  stroke('M-58-250q12 12 24 0M6-250q12 12 24 0', pen.p.ink, 5) +
  path('M-20-232h12l-6 8Z', pen.p.a) +
  stroke('M-14-224q-8 12-18 6M-14-224q8 12 18 6', pen.p.ink, 3) +
  stroke('M-60-228l-46-8M-60-220l-44 8M32-228l46-8M32-220l44 8', pen.p.paper, 3, 'opacity=".8"') +
  path('M-40-196Q-14-160 14-196Q20-120-10-90Q-44-120-40-196Z', '#fff', 'opacity=".75"') +
  oval(-40, -6, 34, 16, coat) +
  oval(26, -6, 34, 16, coat) +
  stroke('M-50-4v8M-36-4v8M18-4v8M32-4v8', dark, 3)

export const fish = (x: number, y: number, size: number, body: string, fin: string, flip = 1) =>
  `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${size * flip} ${size})">${path('M-46 0L-84-28Q-72 0-84 28Z', fin)}${path('M-10-26Q10-54 30-24Z', fin)}${path('M-54 0Q-10-50 56-4Q64 0 56 6Q-10 48-54 0Z', body)}${path('M-14-22Q0 0-14 22L2 26Q16 0 2-27Z', '#fff', 'opacity=".7"')}${circle(34, -6, 7, '#fff')}${circle(36, -6, 4, '#222640')}${path('M0 6Q14 20-6 22Z', fin)}</g>`
