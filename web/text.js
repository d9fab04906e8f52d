// The ESLint rule that keeps texts out of code: everything that people read is in the catalogue, which src/text/en.ts
// lists, so that other languages can follow.

/** Attributes of elements that people read or hear; for components, any attribute may be one. */
const spoken = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);

/** Strings that look like texts but are not: names of keys, of headers, of things in the browser. */
const names = new Set([
  "Accept",
  "Alt",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "Backspace",
  "Control",
  "Content-Type",
  "Delete",
  "End",
  "Enter",
  "Escape",
  "Home",
  "Insert",
  "Meta",
  "PageDown",
  "PageUp",
  "Shift",
  "Space",
  "Tab",
]);

/** Methods whose argument is a selector. */
const selecting = new Set(["closest", "matches", "querySelector", "querySelectorAll"]);

/**
 * Reports whether a literal in code is a text for people: it starts like a word at the start of a sentence, or has several
 * words.
 *
 * @param {string} text
 */
function readable(text) {
  const words = text.trim();
  if (names.has(words)) return false;
  return (
    /^[A-Z][a-z]+([ ,.:!?…]|$)/.test(words) ||
    /[A-Za-z]{2,}[,:;]? [a-z]+[ .,:!?…]/.test(words) ||
    /[a-z]{2}[.!?…]$/.test(words)
  );
}

/** Reports whether a string of the template is a text for people. @param {string} text */
const written = (text) => /\p{L}{2}/u.test(text);

/** @type {import("eslint").Rule.RuleModule} */
export const text = {
  meta: { type: "problem", schema: [] },
  create(context) {
    /** @param {any} node @param {string} found */
    const report = (node, found) =>
      context.report({
        node,
        message: `"${found.trim().slice(0, 60)}" belongs into the catalogue, src/text/en.ts`,
      });

    /** Reports whether a literal is not a text: a type, a module's name, a key, a comparison. @param {any} node */
    function plain(node) {
      const parent = node.parent;
      switch (parent?.type) {
        case "TSLiteralType":
        case "ImportDeclaration":
        case "ImportExpression":
        case "ExportNamedDeclaration":
        case "ExportAllDeclaration":
        case "TSExternalModuleReference":
        case "SvelteLiteral":
          return true;
        case "Property":
        case "MemberExpression":
          return parent.key === node || parent.property === node;
        case "BinaryExpression":
          return parent.operator.includes("==") || parent.operator === "in";
        case "SwitchCase":
          return true;
        case "CallExpression":
          return (
            parent.callee.type === "MemberExpression" &&
            (parent.callee.object.name === "performance" || selecting.has(parent.callee.property.name))
          );
      }
      return false;
    }

    return {
      /** @param {any} node */
      SvelteText(node) {
        const inside = node.parent?.name?.name;
        if (node.parent?.type === "SvelteStyleElement" || inside === "style" || inside === "script") return;
        if (written(node.value)) report(node, node.value);
      },
      /** @param {any} node */
      SvelteLiteral(node) {
        const attribute = node.parent;
        if (attribute?.type !== "SvelteAttribute") return;
        const element = attribute.parent?.parent;
        const component = element?.kind === "component";
        if (spoken.has(attribute.key.name) ? written(node.value) : component && readable(node.value))
          report(node, node.value);
      },
      /** @param {any} node */
      Literal(node) {
        if (typeof node.value === "string" && !plain(node) && readable(node.value)) report(node, node.value);
      },
      /** @param {any} node */
      TemplateElement(node) {
        const call = node.parent.parent;
        if (call.type === "CallExpression" && ["t", "sayIfKnown"].includes(call.callee.name)) return; // a part of a key
        const value = node.value.cooked ?? "";
        if (/[A-Za-z]{2,} [a-z]{2,}/.test(value) || readable(value)) report(node, value);
      },
    };
  },
};
