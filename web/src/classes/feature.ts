import type { Feature } from "../lib/feature.ts";
import { t } from "../text/text.ts";

export const classes: Feature = {
  pages: {
    "/classes": () => import("./Classes.svelte"),
    "/class/*": () => import("./ClassPage.svelte"),
    "/join/*": () => import("./Join.svelte"),
  },
  menu: { href: "/classes", title: () => t("classes.title") },
};
