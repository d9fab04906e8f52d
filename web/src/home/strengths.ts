// The strength of wanted opponents, by rating.
import { t } from "../text/text.ts";

export interface Strength {
  id: string;
  /** the rating, and what that is as a rank in Go */
  title: string;
  /** rating, "" for no bound */
  least: string;
  most: string;
  /** "true" for opponents of about the user's strength, else "" */
  near: string;
}

/** For users with a rating. */
export const near: Strength = {
  id: "near",
  title: t("home.strength.near"),
  least: "",
  most: "",
  near: "true",
};

export const strengths: readonly Strength[] = [
  { id: "beginner", title: t("home.strength.beginner"), least: "", most: "1000", near: "" },
  { id: "middle", title: t("home.strength.middle"), least: "1000", most: "1400", near: "" },
  { id: "good", title: t("home.strength.good"), least: "1400", most: "1800", near: "" },
  { id: "strong", title: t("home.strength.strong"), least: "1800", most: "", near: "" },
];
