/** One moment of a real game on the stage, without a server: `npm run gallery`, then /?f=<fixture>&theme=light. */
import { mount } from "svelte";

import "../src/theme/base.css";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "dark";
const fixture = await (await fetch(`/${query.get("f") ?? "roe-3-move"}.json`)).json();
mount(Gallery, { target: document.getElementById("app")!, props: { fixture, plannedAt: query.get("at") ?? "" } });
