/** Lines of programs that do something, and of logs. What declares data (`type Book {`, `CREATE TABLE`) describes it. */
const pasted: readonly RegExp[] = [
  /^\s*at\s+\S+.*:\d+(?::\d+)?\)?\s*$/,
  /^\s*(?:Uncaught\s+)?[A-Z]\w*(?:Error|Exception)\b\s*:/,
  /^\s*Exception in thread\b|^\s*Traceback \(most recent call last\)|^\s*File ".+", line \d+|^\s*Caused by:/,
  /^\W*\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s+\W*(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b/i,
  /^\s*\W?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\W?\s*\[/,
  /^\s*(?:for|while|if|else if|switch)\s*\(.*\)\s*\{\s*$|^\s*\}?\s*else\s*\{/,
  /^\s*(?:(?:const|let|var)\s+\w+\s*=|(?:export\s+)?(?:async\s+)?(?:def|function|fn|func)\s+\w+\s*\(|print(?:f|ln)?\(|console\.\w+\(|System\.out|#include\b)/,
  /^\s*(?:import\s+(?:\{|\w+\s+from\b|[\w.]+;)|from\s+\S+\s+import\b|(?:using|package)\s+[\w.]+;)|^\s*return\b.*;\s*$|^\s{2,}return\b/,
  /^\s*SELECT\s+(?:\*|.*\bFROM\b.*(?:\b(?:WHERE|JOIN|LIMIT)\b|;))/,
  /^\s*\w+\.[\w.]+\([^()]*\);?\s*$/,
  /^\s*\$?\s*(?:npm|pip3?|git|sudo|docker|curl|chmod|apt-get|kubectl)\s+\S.*(?:\s--?\w|&&|:\/\/)/,
  /^[\s{}()[\];]*$/,
]

export const isPasted = (line: string): boolean => /\S/.test(line) && pasted.some((form) => form.test(line))
