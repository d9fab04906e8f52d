// The catalogue of all that people read: t("home.title") is a text, with its places
// filled in and in the right number. A key that does not exist, a place that is not filled in and one
// that the text does not have are errors of the compiler.
import i18next from "i18next";
import en from "./en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    strictKeyChecks: true;
    strictInterpolationChecks: true;
    interpolationPrefix: "{";
    interpolationSuffix: "}";
  }
}

const catalogue = i18next.createInstance();
void catalogue.init({
  lng: "en",
  resources: { en: { translation: en } },
  initAsync: false, // the texts are here
  returnEmptyString: true,
  interpolation: { prefix: "{", suffix: "}", escapeValue: false }, // Svelte escapes what it writes
});

export const t = catalogue.t;

/** A number as it is written in the language of the texts: 12,000. */
export const numeral = (n: number): string => n.toLocaleString(catalogue.language);

/** Some things one after the other, as they are listed in the language of the texts: A, B and C. */
export const listText = (parts: readonly string[]): string =>
  new Intl.ListFormat(catalogue.language === "en" ? "en-GB" : catalogue.language).format(parts);

/** A day or a time as it is written in the language of the texts; days are as in Britain: 1 Jul. */
export const momentText = (at: Date, parts: Intl.DateTimeFormatOptions): string =>
  at.toLocaleString(catalogue.language === "en" ? "en-GB" : catalogue.language, parts);
