import { errorsMax, type InputError, isObject, type Json, type Problem, problem } from '@charter/runtime'

/**
 * What a service in front of this one could not read of its own request (`extensions.unreadable`). It goes along instead of
 * being answered there, so that who may not ask is told nothing of it (docs/semantics.md, Precedence). Whoever sends it
 * has only a call of their own refused.
 */
export const unreadableIn = (json: Json | undefined): Problem | undefined => {
  if (!isObject(json) || (json.code !== 'malformed' && json.code !== 'invalid-input')) return undefined
  const { code, detail, errors } = json
  const listed = Array.isArray(errors) ? errors.slice(0, errorsMax + 1).flatMap((each: Json) => errorIn(each)) : []
  return problem(code, {
    ...(typeof detail === 'string' && { detail }),
    ...(listed.length > 0 && { errors: listed }),
  })
}

const errorIn = (json: Json): readonly InputError[] => {
  if (!isObject(json)) return []
  const { path, code, message } = json
  if (typeof path !== 'string' || typeof code !== 'string' || typeof message !== 'string') return []
  // A code that is none of ours is told as it came.
  return [{ path, code: code as InputError['code'], message }]
}
