/** Silhouettes by name. What the client does not ship is told by the first letter of the model's name. */
import bodies from "virtual:game-icons";

export const hasIcon = (name: string): boolean => name in bodies;
export const iconBody = (name: string): string => bodies[name] ?? "";
export const iconNames = (): string[] => Object.keys(bodies);
