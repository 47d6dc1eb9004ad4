import type { Insets } from "./camera";
import type { Gesture } from "./gestures";
import type { Theatre } from "./theatre.svelte";
import type { Answer, Ask, Lit, Plan, Question, Scene, Tools, Tried } from "./types";

/** What every stage gets; README.md says what each is for. */
export interface StageProps<S extends Scene = Scene> {
  scene: S;
  question?: Question | null;
  seat?: number | null;
  plan?: Plan;
  lit?: Lit;
  tools?: Tools;
  /** What is known of the odds of each option, by its id (docs/odds.md). */
  odds?: Readonly<Record<string, unknown>>;
  /** What plays: the shell's queue drives it. */
  theatre?: Theatre;
  inset?: Insets;
  quick?: boolean;
  busy?: boolean;
  ontry?: (answer: Answer) => Promise<Tried>;
  onlook?: (ask: Ask) => Promise<unknown>;
  onanswer?: (answer: Answer) => void;
  /** A model that can act was dragged somewhere, or somebody else was pointed at. */
  ongesture?: (gesture: Gesture) => Promise<void> | void;
  oncard?: (lit: NonNullable<Lit>) => void;
  onmoving?: (down: boolean) => void;
}

export const noTry = (): Promise<Tried> => Promise.resolve({ ok: false, reason: "", clause: "" });
export const noLook = (): Promise<unknown> => Promise.resolve({});

/** What a stage lets its shell do. */
export interface StageHandle {
  fit(): void;
  zoom(factor: number): void;
  show(id: string): void;
  turn(): void;
  waypoint(): void;
  unwaypoint(): void;
  step(dx: number, dy: number): void;
  clear(): void;
}
