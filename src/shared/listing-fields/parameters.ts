/**
 * The parameters with which URLs filter and order lists by fields: `f.years=5-`, `f.travel=home,online`, and `sort=f.years-desc`. A form
 * without scripts sends each end and each choice by itself: `f.years.min=5`, and `f.travel=home&f.travel=online`.
 */
import { fieldLimits } from '../limits.ts'

export type FieldParameter = `f.${string}`
/** The filters of a list by parameter, as in a URL. */
export type FieldFilterTexts = Record<FieldParameter, string>
/** Sorts by the numbers of a field. */
export type FieldSort = `f.${string}-${'asc' | 'desc'}`

export const parameterOf = (key: string): FieldParameter => `f.${key}`

export const isFieldParameter = (name: string): name is FieldParameter => name.startsWith('f.')

const key = '[a-z][a-z0-9_]{0,39}'
export const fieldSortPattern = new RegExp(`^f\\.(${key})-(asc|desc)$`)
const parameterPattern = new RegExp(`^f\\.(${key})(?:\\.(min|max))?$`)

export const isFieldSort = (sort: string | undefined): sort is FieldSort =>
  sort !== undefined && fieldSortPattern.test(sort)

/** Returns the parameters of fields among those of a list. */
export const fieldParametersOf = (filters: object): FieldParameter[] =>
  Object.keys(filters).filter(isFieldParameter)

/** Returns the filters of fields among those of a list. */
export const fieldTextsOf = (filters: object): FieldFilterTexts =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => isFieldParameter(name)))

/** Collects the parameters of fields from a URL or the fields of a form, each as one text. Others, and more than a site has, are left out. */
export function readFieldFilters(query: URLSearchParams): FieldFilterTexts {
  const texts: Record<string, string> = {}
  // Each name that remains adds a text, so that thousands of names do not each search all of them.
  const filled = new URLSearchParams([...query].filter(([, text]) => text.trim() !== ''))
  for (const name of new Set(filled.keys())) {
    const match = parameterPattern.exec(name)
    if (!match?.[1] || Object.keys(texts).length === fieldLimits.fields) continue
    const parameter = parameterOf(match[1])
    const [min, max] = ['min', 'max'].map((end) => filled.get(`${parameter}.${end}`)?.trim() ?? '')
    texts[parameter] = match[2] ? `${min}-${max}` : filled.getAll(name).join(',')
  }
  return texts
}

/** Returns the fields of a form as parameters of a URL. */
export function toParameters(fields: URLSearchParams): Record<string, string> {
  const others = [...fields].filter(([name]) => !isFieldParameter(name))
  return Object.assign(Object.fromEntries(others), readFieldFilters(fields))
}
