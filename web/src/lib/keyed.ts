/** An entry of a list with a key of its own. */
export interface Keyed<T> { key: string; one: T }

/** Entries seen before: a list that is made anew from the same things draws nothing anew. */
const known = new WeakMap<object, Keyed<unknown>>();

function entry<T>(one: T, key: string): Keyed<T> {
  if (typeof one !== "object" || one === null) return { key, one };
  const before = known.get(one) as Keyed<T> | undefined;
  if (before?.key === key) return before;
  const made = { key, one };
  known.set(one, made);
  return made;
}

/**
 * For `{#each keyed(list, name) as { key, one } (key)}`. Svelte stops the whole page where two entries of a list have the
 * same key; here no two have. The second and later ones of a name get a number behind it.
 */
export function keyed<T>(list: readonly T[], name: (one: T) => unknown): Keyed<T>[] {
  const taken = new Set<string>();
  return list.map((one) => {
    const wanted = String(name(one));
    let key = wanted;
    for (let n = 2; taken.has(key); n++) key = `${wanted} #${n}`;
    taken.add(key);
    return entry(one, key);
  });
}
