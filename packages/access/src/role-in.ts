import { type Charter, didYouMean } from '@charter/charter'
import { refuseUnknown } from './refusal.ts'

/** The name of a role that the charter has; refuses any other: nobody is in it, so a `forbid` of it would forbid nobody. */
export const roleIn = ({ access: { roles } }: Pick<Charter, 'access'>, name: string): string => {
  if (roles.includes(name)) return name
  const help = didYouMean(name, roles) ?? `it has ${roles.join(', ') || 'none'}`
  return refuseUnknown(`there is no role \`${name}\``, help, `"${name}"`)
}
