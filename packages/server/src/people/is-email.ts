import { z } from 'zod'

const address = z.email().max(254)

/** Whether a text is one e-mail address, of as many characters as one has (RFC 5321 section 4.5.3.1.3). */
export const isEmail = (text: unknown): text is string => address.safeParse(text).success
