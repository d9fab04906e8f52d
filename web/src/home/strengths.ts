// How strong those are with whom somebody would play, by their ratings.

export interface Strength {
  id: string;
  /** the rating, and what that is as a rank in Go */
  title: string;
  /** rating, "" for no bound */
  least: string;
  most: string;
  /** "true" for those about as strong as the one who asks, else "" */
  near: string;
}

/** For those who have a rating themselves. */
export const near: Strength = {
  id: "near",
  title: "Near mine (200 points, in Go 3 ranks)",
  least: "",
  most: "",
  near: "true",
};

export const strengths: readonly Strength[] = [
  { id: "beginner", title: "Below 1000 (16k)", least: "", most: "1000", near: "" },
  { id: "middle", title: "1000 to 1400 (16k to 8k)", least: "1000", most: "1400", near: "" },
  { id: "good", title: "1400 to 1800 (8k to 2k)", least: "1400", most: "1800", near: "" },
  { id: "strong", title: "Above 1800 (2k)", least: "1800", most: "", near: "" },
];
