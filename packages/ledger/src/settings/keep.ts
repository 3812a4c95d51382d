const form = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/
const dayMs = 86_400_000

/**
 * Milliseconds of an ISO 8601 duration in years, months, weeks and days, `P10Y`; null where it is none. A year counts 366
 * days and a month 31: what has to be kept for ten years is kept for ten years, whichever they are.
 */
export const keepMsOf = (text: string): number | null => {
  const [, years = '0', months = '0', weeks = '0', days = '0'] = form.exec(text) ?? []
  const count = Number(years) * 366 + Number(months) * 31 + Number(weeks) * 7 + Number(days)
  return count === 0 ? null : count * dayMs
}
