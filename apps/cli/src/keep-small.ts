import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Young values get no more room than they have by now: V8 doubles it while much is loaded, to some 100 MB of a platform, which it does not
 * give back at rest. For Node 24 alone, which has been measured: another V8 may not know the flag, and says so.
 */
export const keepSmall = ({ node }: NodeJS.ProcessVersions): void => {
  if (node.startsWith('24.')) setFlagsFromString('--semi-space-growth-factor=1')
}

/** Collects what opening left behind, once: at rest V8 allocates nothing, and so gives nothing back, some 30 MB of a platform. */
export const letGo = async (): Promise<void> => {
  setFlagsFromString('--expose-gc')
  await runInNewContext('gc')({ type: 'major', execution: 'async' })
}
