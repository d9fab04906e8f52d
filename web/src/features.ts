// The features that add addresses, in the order of the menu.
import { classes } from "./classes/feature.ts";
import { ladders } from "./ladders/feature.ts";
import type { Feature } from "./lib/feature.ts";
import { simuls } from "./simuls/feature.ts";
import { teams } from "./teams/feature.ts";
import { tournaments } from "./tournaments/feature.ts";

export const features: readonly Feature[] = [tournaments, teams, simuls, ladders, classes];
