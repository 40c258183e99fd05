/** Disks of a few megabytes, for running out of space. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/** Mounts a disk and returns its folder, open to every user. Skips the test, with the reason, where that is impossible. */
export async function mountDisk(context: TestContext, megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]
  const mounted = spawnSync('mount', options)
  onTestFinished(async () => {
    if (mounted.status === 0) spawnSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  if (mounted.status !== 0) context.skip(`This machine cannot mount a small disk: ${mounted.stderr}`)
  return folder
}

/** Fills the disk up to this many bytes. Returns a function that frees the space again. */
export async function fillDisk(folder: string, bytesLeft = 0): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = await statfs(folder)
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)))
  return () => rm(filler, { force: true })
}
