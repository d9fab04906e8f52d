import type { Feature } from "../lib/feature.ts";
import { t } from "../text/text.ts";
import SimulBar from "./SimulBar.svelte";
import { simulOf } from "./simul.ts";

export const simuls: Feature = {
  pages: {
    "/simuls": () => import("./Simuls.svelte"),
    "/simul/*": () => import("./SimulPage.svelte"),
  },
  menu: { href: "/simuls", title: () => t("simuls.title") },
  bar: (game) => (simulOf(game) ? SimulBar : undefined),
};
