import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDebian, ran, whyNot } from '../containers/podman.ts'
import type { Hour } from './hour.ts'

const scripts = dirname(dirname(fileURLToPath(import.meta.url)))

/** The two images, built and run as `npm run containers` does. `root`: Debian's, made there the first time. */
export const container = async (hour: Hour, root: string): Promise<void> => {
  const reason = whyNot()
  if (reason !== null) return void (await hour.step(`no container: ${reason}`, () => ''))
  if (!existsSync(root))
    await hour.step('debootstrap bookworm', () => {
      makeDebian(root)
      return ''
    })
  await hour.step('the command line and a generated service as images, which run', () =>
    ran(process.execPath, join(scripts, 'containers.ts'), '--root', root),
  )
}
