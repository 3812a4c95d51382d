/** Units that something is measured in. Data: a new unit is a new word. */
const unit =
  '(?:(?:square|cubic|sq\\.?|cu\\.?) )?(?:hectares?|ha|acres?|(?:kilo|centi|milli|micro|nano)?met(?:re|er)s?|km2?|cm2?|mm2?|m2|m3|miles?|yards?|feet|foot|inch(?:es)?|nautical miles?|knots?|(?:kilo|milli|micro)?gram(?:me)?s?|kg|mg|kilos?|tonnes?|tons?|pounds?|lbs?|ounces?|stone|(?:milli|centi|hecto|deci)?lit(?:re|er)s?|ml|cl|gallons?|pints?|bushels?|barrels?|(?:milli|micro)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|(?:degrees?(?: (?:celsius|fahrenheit|kelvin))?)|celsius|fahrenheit|kelvin|percent|per ?cent|(?:kilo|mega|giga)?watts?(?: hours?)?|kwh?|mwh?|volts?|amps?|amperes?|(?:kilo|mega|giga)?hertz|hz|(?:kilo|mega)?pascals?|bars?|millibars?|psi|(?:kilo)?joules?|(?:kilo)?calories|(?:kilo|mega|giga|tera)?bytes?|[kmgt]b|decibels?|lumens?|lux|euros?|eur|dollars?|usd|cents?|pence|kroner?|francs?|yen|rupees?)(?:(?: per | an? |/)[a-z]+)?'

const inUnit = new RegExp(
  `^(?:,?\\s*(?:\\(|\\b(?:measured|given|expressed|counted) )?|\\s*)in (?<unit>${unit})\\b\\)?(?![\\w-])`,
  'i',
)
const withUnit = new RegExp(
  `^(?<named>.+?),?\\s+\\(?(?:(?:measured|given|expressed|counted|noted|recorded) )?in (?<unit>${unit})\\)?(?![\\w-])(?<rest>.*)$`,
  'i',
)

/** `area in hectares`: what is measured, what it is measured in, and what else is said. */
export interface Measured {
  readonly named: string
  readonly unit: string
}

/** Null where no unit is said. */
export const measuredIn = (item: string): Measured | null => {
  const { named, unit: of, rest = '' } = withUnit.exec(item)?.groups ?? {}
  return named === undefined || of === undefined ? null : { named: `${named}${rest}`, unit: of }
}

/** The words ` in hectares` that a text begins with; empty where it begins with none. */
export const unitAfter = (text: string): string => inUnit.exec(text)?.[0] ?? ''

/** Whether a text that goes on with `hectares` ends with `in`, so that these are what is measured in. */
export const isUnitAt = (text: string, at: number): boolean =>
  /\bin (?:[a-z]+ (?:per|an?) )?$/i.test(text.slice(0, at)) && unitAfter(` in ${text.slice(at)}`) !== ''
