/** Numbers that identify objects in the keys of caches, which must not keep the objects of replaced segments alive. */

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Returns the same number for the same object, and another one for each other. */
export function keyOf(object: object): number {
  const known = keys.get(object)
  if (known !== undefined) return known
  keys.set(object, ++lastKey)
  return lastKey
}
