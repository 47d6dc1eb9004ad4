import { mount } from "svelte";

import App from "./App.svelte";
import { rememberSettings } from "./lib/settings.svelte";
import "./theme/base.css";

rememberSettings();
const target = document.getElementById("app");
if (target) mount(App, { target });
