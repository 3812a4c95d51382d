export { openPlatform, type Platform, type PlatformOptions } from './open-platform.ts'
export type { RolledOut, Target } from './target.ts'
