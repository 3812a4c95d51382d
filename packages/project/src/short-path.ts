import { relative } from 'node:path'

/** A path as a person would type it. */
export const shortPath = (path: string): string => relative(process.cwd(), path) || '.'
