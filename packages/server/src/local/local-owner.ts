import type { Platform } from '../open-platform.ts'
import { owner } from '../people/owner.ts'
import { type PlatformCalls, platformCalls } from '../program/platform-calls.ts'

/** Calls of whoever sits at this machine: its platform is theirs. Of a platform in development. */
export const localOwner = ({ service, url }: Pick<Platform, 'service' | 'url'>): PlatformCalls =>
  platformCalls({ url, token: async () => (await service.development?.token([], { sub: owner })) ?? '' })
