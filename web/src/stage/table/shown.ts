import type { StageProps } from "../props";
import type { GridScene, TableScene } from "../types";

type Props = Required<StageProps<TableScene | GridScene>>;
/** What a table is given, as the parts of it see it: always the newest; plan, lit and tools can be set. */
export type Shown = Readonly<Omit<Props, "plan" | "lit" | "tools">> & Pick<Props, "plan" | "lit" | "tools">;
