/** `birthDate` as `birth_date`, in the way that `buf lint` splits words; never empty, never beginning with a digit. */
export const snakeCase = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9]+/g, '_')
  let spelled = ''
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charAt(at)
    const next = plain.charAt(at + 1)
    const isWord = /[A-Z]/.test(unit) && at > 0 && (/[a-z]/.test(next) || /[a-z]/.test(plain.charAt(at - 1)))
    spelled += isWord && !spelled.endsWith('_') ? `_${unit}` : unit
  }
  const trimmed = spelled.replaceAll(/^_+|_+$/g, '').toLowerCase()
  return /^[a-z]/.test(trimmed) ? trimmed : `x_${trimmed}`.replace(/_$/, '')
}

/** `lab-results` as `LabResults`; capitals stay as they are. */
export const pascalCase = (name: string): string => {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const spelled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Z]/.test(spelled) ? spelled : `X${spelled}`
}

export const upperSnakeCase = (name: string): string => snakeCase(name).toUpperCase()

/** Field names are one where their JSON names are: protobuf refuses `foo_bar` beside `fooBar`. */
export const sameField = (name: string): string => name.replaceAll('_', '').toLowerCase()
