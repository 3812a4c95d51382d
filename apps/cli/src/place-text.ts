/** A folder at the end of a sentence, where the full stop would make another one of it: `.` reads as `..`. */
export const placeText = (folder: string): string => {
  if (folder === '.') return 'this folder'
  return /(?:^|\/)\.\.?$/.test(folder) ? `${folder}/` : folder
}
