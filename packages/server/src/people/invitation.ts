import { z } from 'zod'

/** What a link of this kind is for: one e-mail address, and who they will be. */
export interface Invitation {
  readonly email: string
  readonly person: string
}

/** It holds for a week. */
export const invitationMs = 7 * 86_400_000

const invitation = z.object({ email: z.string(), person: z.string() })

/** As it is kept with its link. */
export const readInvitation = (kept: string): Invitation => invitation.parse(JSON.parse(kept))
