import { listOperations } from './call.ts'

/** The action that the rules speak of: PUT changes a row, what is counted or followed is listed. */
export const ruledAs = (action: string): string =>
  action === 'replace' ? 'update' : listOperations.some((each) => each === action) ? 'list' : action
