import type { Feature } from "../lib/feature.ts";
import { t } from "../text/text.ts";

export const tournaments: Feature = {
  pages: {
    "/tournaments": () => import("./Tournaments.svelte"),
    "/tournament/*": () => import("./TournamentPage.svelte"),
  },
  menu: { href: "/tournaments", title: () => t("tournaments.title") },
};
