/** Two live regions: what happened (polite) and what is asked (assertive). Spoken once, never repeated by a redraw. */
class Announcer {
  polite = $state("");
  urgent = $state("");
  #flip = false;

  tell(text: string): void {
    if (text) this.polite = this.#fresh(text);
  }

  ask(text: string): void {
    if (text) this.urgent = this.#fresh(text);
  }

  /** The same sentence twice must be two changes, or a reader stays silent. */
  #fresh(text: string): string {
    this.#flip = !this.#flip;
    return this.#flip ? text : `${text}\u00a0`;
  }
}

export const announcer = new Announcer();
