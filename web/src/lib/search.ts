/** Every word of the search must stand somewhere in the clause: its id, title, text or ruling. */
export function matches(clause: { id: string; title: string; text: string; ruling?: string }, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  const all = `${clause.id} ${clause.title} ${clause.text} ${clause.ruling ?? ""}`.toLowerCase();
  return words.every((word) => all.includes(word));
}
