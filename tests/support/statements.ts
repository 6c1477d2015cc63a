const PIECE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;]/y

export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (PIECE.lastIndex = 0; PIECE.lastIndex < text.length;) {
    const at = PIECE.lastIndex
    const piece = PIECE.exec(text)?.[0]
    if (piece !== undefined) {
      if (!/^(--|\/\*)/.test(piece)) statement += piece
      continue
    }
    PIECE.lastIndex = at + 1
    if (statement.trim() !== '') statements.push(statement.trim())
    statement = ''
  }
  if (statement.trim() !== '') statements.push(statement.trim())
  return statements
}
