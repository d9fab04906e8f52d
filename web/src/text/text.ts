// The catalogue of all texts: t("home.title") returns a text, with its values filled in and the right plural form.
// Unknown keys, and missing or unknown values, are compiler errors.
import i18next from "i18next";
import * as en from "./en.ts";
import type lessons from "./en/lessons.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    nsSeparator: false;
    resources: { translation: typeof en & { lessons: typeof lessons } };
    strictKeyChecks: true;
    strictInterpolationChecks: true;
    interpolationPrefix: "{";
    interpolationSuffix: "}";
  }
}

const catalogue = i18next.createInstance();
void catalogue.init({
  lng: "en",
  nsSeparator: false, // one catalogue
  resources: { en: { translation: { ...en } } },
  initAsync: false, // the texts are bundled
  returnEmptyString: true,
  interpolation: { prefix: "{", suffix: "}", escapeValue: false }, // Svelte escapes its output
});

export const t = catalogue.t;

// The server's sentences with times, which each language formats in its own way: {a, moment}.
catalogue.services.formatter?.add("moment", (at: string) => momentText(at, "moment"));
catalogue.services.formatter?.add("time", (at: string) => momentText(at, "time"));
catalogue.services.formatter?.add("span", (seconds: string) => waitText(Number(seconds)));

/** Loads the texts of lessons, which are long and only needed there: call it before using any of them. */
export async function fetchLessonTexts(): Promise<void> {
  const texts = await import("./en/lessons.ts");
  catalogue.addResourceBundle("en", "translation", { lessons: texts.default }, true);
}

/** The text for a key from a message; undefined if the catalogue does not have it. */
export const sayIfKnown = (key: string, places: Record<string, string | number> = {}): string | undefined =>
  catalogue.exists(key, places) ? String(catalogue.t(key as never, places as never)) : undefined;

/** A number in the format of the texts' language: 12,000. */
export const numeral = (n: number): string => n.toLocaleString(catalogue.language);

/** A list in the format of the texts' language: A, B and C. */
export const listText = (parts: readonly string[]): string => listed(parts, "conjunction");

/** Alternatives: A, B or C. */
export const eitherText = (parts: readonly string[]): string => listed(parts, "disjunction");

const listed = (parts: readonly string[], type: Intl.ListFormatType): string =>
  new Intl.ListFormat(catalogue.language === "en" ? "en-GB" : catalogue.language, { type }).format(parts);

const time = { hour: "2-digit", minute: "2-digit" } as const;
const shortDay = { day: "numeric", month: "short" } as const;
/** The format of a time: the parts that the context does not already give. */
const forms = {
  /** 14:05 */
  time,
  /** 1 Jul */
  shortDay,
  /** 1 July 2026 */
  day: { day: "numeric", month: "long", year: "numeric" },
  /** Wednesday 1 July */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** 1 Jul, 14:05 */
  recent: { ...shortDay, ...time },
  /** 1 Jul 2026, 14:05 */
  moment: { ...shortDay, year: "numeric", ...time },
} as const;

/** A time from the server in the format of the texts' language, with British dates; "" for none. */
export function momentText(at: string, form: keyof typeof forms): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(catalogue.language === "en" ? "en-GB" : catalogue.language, forms[form]);
}

/** A waiting time, rounded up: "90 seconds", "15 minutes". */
const waitText = (seconds: number): string =>
  seconds > 90
    ? t("common.span.minutes", { count: Math.ceil(seconds / 60) })
    : t("common.span.seconds", { count: seconds });
