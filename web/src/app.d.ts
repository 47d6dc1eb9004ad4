/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:game-icons" {
  const icons: Record<string, string>;
  export default icons;
}
