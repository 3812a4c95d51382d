const synonyms: Readonly<Record<string, string>> = {
  create: 'add insert post new make register',
  read: 'get view show see fetch retrieve',
  list: 'search find query index browse readall getall filter',
  update: 'replace write edit change modify put patch set save',
  delete: 'remove destroy drop erase',
  audit: 'history log trail',
}

/** What to write for an action that is called otherwise elsewhere, or undefined. */
export const actionHint = (name: string, known: readonly string[]): string | undefined => {
  const plain = name.toLowerCase().replace(/[_-]/g, '')
  if (/^(?:\*|all|any|crud|manage|full|admin|everything)$/.test(plain))
    return `Write each: \`do: [${known.join(', ')}]\`.`
  const found = Object.entries(synonyms).find(
    ([action, names]) => known.includes(action) && names.split(' ').includes(plain),
  )
  if (!found) return undefined
  return found[0] === 'update' ? '`update` covers PUT and PATCH.' : `Write \`${found[0]}\`.`
}
