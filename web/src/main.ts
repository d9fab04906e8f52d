import { mount } from "svelte";

import App from "./App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
// eslint-disable-next-line moyo/text -- only developers see this
if (!target) throw new Error("index.html has no element with the id app");
mount(App, { target });
