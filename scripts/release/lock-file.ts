/** Reads `package-lock.json`. */

type Entry = {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
  resolved?: string
}
export type LockFile = { packages: Record<string, Entry> }

/** A package of the lock file. `path` is its folder below the root. */
export type LockedPackage = {
  path: string
  name: string
  version: string
  license: string
  optional: boolean
}

const folderOfPackages = 'node_modules/'
const nameOf = (path: string) => path.slice(path.lastIndexOf(folderOfPackages) + folderOfPackages.length)

/** Returns the packages that a site runs or serves. Development tools are not among them. */
export function releasedPackages({ packages }: LockFile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
    .map(([path, { version = '', license = '', optional = false }]) => ({
      path,
      name: nameOf(path),
      version,
      license,
      optional,
    }))
}

/** Returns a sentence for each entry without a hash: npm could not tell whether its archive is the same as before. */
export const findUnverified = ({ packages }: LockFile): string[] =>
  Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
    .map(
      ([path]) =>
        `${nameOf(path)} has no integrity hash in package-lock.json. Run npm run lock with a registry that has it.`,
    )
