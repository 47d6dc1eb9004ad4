/** Every word of the search must stand somewhere in the clause: its id, title, text or ruling. */
export function matches(clause: { id: string; title: string; text: string; ruling?: string }, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  const all = `${clause.id} ${clause.title} ${clause.text} ${clause.ruling ?? ""}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

/** A text cut where the words of the search stand in it, so that they can be marked. */
export function parts(text: string, search: string): { text: string; hit: boolean }[] {
  const words = search.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return [{ text, hit: false }];
  const longestFirst = words.sort((a, b) => b.length - a.length);
  return text.split(new RegExp(`(${longestFirst.join("|")})`, "gi")).map((part, i) => ({ text: part, hit: i % 2 === 1 })).filter((part) => part.text);
}
