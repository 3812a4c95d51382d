export { openPlatform, type Platform, type PlatformOptions } from './open-platform.ts'
