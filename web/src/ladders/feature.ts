import type { Feature } from "../lib/feature.ts";
import { t } from "../text/text.ts";

export const ladders: Feature = {
  pages: {
    "/ladders": () => import("./Ladders.svelte"),
    "/ladder/*": () => import("./LadderPage.svelte"),
  },
  menu: { href: "/ladders", title: () => t("ladders.title") },
};
