import type { Feature } from "../lib/feature.ts";
import { t } from "../text/text.ts";

export const teams: Feature = {
  pages: {
    "/teams": () => import("./Teams.svelte"),
    "/teams/*": () => import("./TeamPage.svelte"),
    "/matches/*": () => import("./MatchPage.svelte"),
  },
  menu: { href: "/teams", title: () => t("teams.title") },
};
