import { exactStorage } from '@charter/sql'

/** How the driver gives and takes values of a field. */
export const storageOf = exactStorage({})
